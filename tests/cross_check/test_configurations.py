"""Solvers by name, with settings and behind relations."""

from __future__ import annotations

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp._native import cpu_levels
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.model.limits import Limits

NAMES = (
    "exact-cover",
    "brute-force",
    "exact-cover~batch",
    "exact-cover:learn_after=0",
    "exact-cover:threads=2",
    "exact-cover:threads=2~no-node-limit~batch",
    *(f"exact-cover:cpu={level}" for level in cpu_levels()),
    "cp-sat",
    "cp-sat:presolve=true",
    "cp-sat:workers=2,seed=3",
    "cp-sat:presolve=true~transpose",
    "brute-force~relabel",
    "exact-cover~reorder~transpose",
    "python-constraint~batch",
    "python-constraint",
)


def test_all_agree(three_solutions: Sudoku) -> None:
    report = cross_check(three_solutions, NAMES)
    assert report.verdict is Verdict.AGREE
    assert [answer.solver for answer in report.answers] == list(NAMES)
    assert {comparison.verdict for comparison in report.comparisons} == {Verdict.AGREE}
    assert all(len(answer.listed.solutions) == 3 for answer in report.answers if answer.listed)


def test_scored(scored: Sudoku) -> None:
    assert cross_check(scored, ("brute-force", "cp-sat:workers=2", "exact-cover~batch")).verdict is Verdict.AGREE


def test_all_that_differs_from_the_plain_solver_is_asked(three_solutions: Sudoku) -> None:
    limits = Limits(nodes=0)
    for name, count in (("exact-cover", 0), ("exact-cover~no-node-limit", 3)):
        compiled = configured(name).compile(three_solutions)
        assert compiled.count(limits=limits).count == len(list(compiled.solutions(limits=limits))) == count
    batch = configured("exact-cover~batch").compile(three_solutions)
    assert batch.count(2).solver == batch.solve().solver == "exact-cover~batch"


@pytest.mark.parametrize("name", ["exact-cover~reorder", "exact-cover~batch", "cp-sat:seed=3~transpose"])
def test_the_worst_score_behind_a_relation(scored: Sudoku, name: str) -> None:
    expected = [result.objective for result in scored.compile().extremes()]
    found = configured(name).compile(scored).extremes()
    assert [result.objective for result in found] == expected
    assert {result.solver for result in found} == {name}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("guess", "no solver guess"),
        ("brute-force:seed=1", "brute-force has no settings"),
        ("exact-cover~mirror", "no relation mirror; there are reorder"),
        ("exact-cover~bach", "no relation bach: did you mean batch"),
        ("cp-sat~batch:seed=1", "no relation batch:seed=1"),
    ],
)
def test_unknown_names(name: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        configured(name)
