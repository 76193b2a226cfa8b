"""Comparisons of terms mean what they say in plain Python, and a wrong lowering is found and shrunk."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from sudoku_cp import ModelError
from sudoku_cp.cross_check import Verdict
from sudoku_cp.cross_check.fuzz.findings import find_wrong_terms, keep, replay
from sudoku_cp.cross_check.fuzz.operations import CONDITIONS, DECLARED, TERMS
from sudoku_cp.cross_check.fuzz.requirements import TOP
from sudoku_cp.cross_check.fuzz.terms import Comparison, Comparisons, Tree, random_comparisons
from sudoku_cp.kernel import Table
from sudoku_cp.model import auxiliary
from sudoku_cp.model.limits import NO_LIMITS

A, B, C = (Tree("cell", number=place) for place in range(3))


TEXTS = {
    "abs((cells[0] - cells[1])) <= 1": (Comparison(Tree("abs", (Tree("difference", (A, B)),)), "<=", 1), (2, 3, 0)),
    "max_of([cells[0], cells[1]]) > 2": (Comparison(Tree("max_of", (A, B)), ">", 2), (1, 3, 0)),
    "count_of([cells[0], cells[1]], [1, 3]) == 2": (Comparison(Tree("count_of", (A, B), 1), "==", 2), (1, 3, 2)),
    "element([cells[0], cells[1]], 1, cells[2]) == 5": (Comparison(Tree("element", (A, B, C), 1), "==", 5), (0, 5, 2)),
    "~(distinct_of([cells[0], cells[1]]) == 2)": (Comparison(Tree("distinct_of", (A, B)), "==", 2, True), (1, 1, 1)),
    "remainder([cells[0], cells[1]], 0) == -1": (Comparison(Tree("remainder", (A, B)), "==", -1), (5, -3, 0)),
    "all_different([cells[0], (2 * cells[1])], 0)": (
        Comparison(Tree("all_different", (A, Tree("scaled", (B,), 2))), "", 0),
        (4, 3, 0),
    ),
    "~(implies([less([cells[0], cells[1]], 0), at_most([cells[2]], 3)], 0))": (
        Comparison(Tree("implies", (Tree("less", (A, B)), Tree("at_most", (C,), 3))), "", 0, True),
        (1, 2, 4),
    ),
    "(cells[0] * cells[1]) < 0": (Comparison(Tree("product", (A, B)), "<", 0), (-1, 2, 0)),
}
"""Comparisons by their texts, and values with which they hold."""


@pytest.mark.parametrize("text", TEXTS)
def test_texts(text: str) -> None:
    comparison, holds = TEXTS[text]
    assert str(comparison) == text
    assert comparison.holds(holds)
    assert not replace(comparison, is_negated=not comparison.is_negated).holds(holds)


def test_an_index_outside_its_array_does_not_hold() -> None:
    outside = Comparison(Tree("element", (A, B, C), 1), "!=", 99)
    assert [outside.holds((7, 8, index)) for index in range(4)] == [False, True, True, False]
    assert replace(outside, is_negated=True).holds((7, 8, 0))


def test_every_operation_is_drawn_directly_and_negated() -> None:
    parts = {part for seed in range(400) for part in random_comparisons(Random(seed)).parts}
    names = ["abs", "scaled", "sum", "difference", "product", "max_of", "min_of", "count_of", "distinct_of", "element"]
    names += [*TERMS, *CONDITIONS]
    assert parts == {(f"term {name}", context) for name in names for context in (TOP, "not")}


def test_the_engine_agrees_with_the_meaning() -> None:
    auxiliaries = 0
    for seed in range(60):
        case = random_comparisons(Random(seed))
        try:
            auxiliaries += bool(case.model().auxiliary_cells)
            assert case.wrong("exact-cover", NO_LIMITS) == "", str(case)
        except ModelError:
            continue
    assert auxiliaries > 3


def wide() -> Comparisons:
    """Terms that need auxiliary variables."""
    domain = tuple(range(1, 7))
    spread = Tree("difference", (Tree("max_of", (A, B, C, Tree("cell", number=3))), Tree("abs", (A,))))
    return Comparisons((domain,) * 4, (Comparison(spread, "<=", 2), Comparison(Tree("sum", (A, B)), ">=", 3)))


def test_a_wrong_lowering_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        "sudoku_cp.kernel.Maximum", lambda cells, value: Table((cells[0], value), {(n, n) for n in range(-9, 40)})
    )
    monkeypatch.setattr(auxiliary, "MAX_ROWS", 0)
    finding = find_wrong_terms(wide(), "exact-cover", NO_LIMITS)
    assert finding is not None
    assert finding.solver == "exact-cover"
    assert "term max_of" in finding.constraints
    assert re.search(r"gives \(.*\), for which .* does not hold|loses \(", finding.reason)
    assert finding.python.count("Comparison(") == 1
    [file] = keep(tmp_path, finding)
    [(fault, report)] = replay(file, ())
    assert (fault, report.verdict) == (finding.key, Verdict.DISAGREE)
    monkeypatch.undo()
    [(_, report)] = replay(file, ())
    assert report.verdict is Verdict.AGREE


def test_solutions_are_all_values_that_hold() -> None:
    case = wide()
    expected = {
        values
        for values in product(range(1, 7), repeat=4)
        if max(values) - values[0] <= 2 and values[0] + values[1] >= 3
    }
    assert case.solutions() == expected
    assert case.wrong("exact-cover", NO_LIMITS) == ""


def test_what_has_no_value_is_in_no_constraint() -> None:
    nowhere = Tree("element", (A, B, C), 1)
    for tree, holds in (
        (Tree("quotient", (A, B)), False),
        (nowhere, False),
        (Tree("sum", (Tree("less", (nowhere, A)), Tree("opposite", (Tree("less", (nowhere, A)),)))), True),
        (Tree("opposite", (Tree("all_different", (nowhere, A)),)), True),
        (Tree("max_of", (nowhere, A)), False),
        (Tree("count_equal", (A, nowhere)), False),
    ):
        assert Comparison(tree, "<=", 99).holds((7, 0, 9)) == holds, str(tree)


def test_a_wrong_score_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    score = Tree("sum", (Tree("less", (A, B)), Tree("less", (B, C))))
    case = replace(wide(), score=score)
    assert case.wrong("exact-cover", NO_LIMITS) == ""
    monkeypatch.setitem(CONDITIONS, "less", replace(CONDITIONS["less"], declared=lambda items, number: items[0] <= 0))
    monkeypatch.setitem(DECLARED, "less", CONDITIONS["less"].declared)
    assert case.wrong("exact-cover", NO_LIMITS) == "exact-cover finds the score 0, not 2"
