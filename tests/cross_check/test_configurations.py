"""Backends by name, with settings and behind relations."""

from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp._native import cpu_levels
from sudoku_cp.backends.contract import Limits
from sudoku_cp.backends.cp_sat.settings import settings_for
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.cross_check.configurations import configured

NAMES = (
    "exact-cover",
    "brute-force",
    "exact-cover+batch",
    "exact-cover+patience=0",
    "exact-cover+threads=2",
    "exact-cover+waves+batch",
    *(f"exact-cover+cpu={level}" for level in cpu_levels()),
    "cp-sat",
    "cp-sat+presolve",
    "cp-sat+workers=2+seed=3",
    "cp-sat+presolve~transpose",
    "brute-force~relabel",
    "python-constraint",
)


def test_all_agree(three_solutions: Sudoku) -> None:
    report = cross_check(three_solutions, NAMES)
    assert report.verdict is Verdict.AGREE
    assert [answer.backend for answer in report.answers] == list(NAMES)
    assert {comparison.verdict for comparison in report.comparisons} == {Verdict.AGREE}
    assert all(len(answer.listed.solutions) == 3 for answer in report.answers if answer.listed)


def test_scored(scored: Sudoku) -> None:
    assert cross_check(scored, ("brute-force", "cp-sat+workers=2", "exact-cover+batch")).verdict is Verdict.AGREE


def test_settings_reach_cp_sat(three_solutions: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def spy(*arguments: Any, **named: Any) -> Any:
        settings = settings_for(*arguments, **named)
        seen.append((settings.cp_model_presolve, settings.random_seed, settings.num_workers, bool(named)))
        return settings

    for module in ("solving", "enumeration"):
        monkeypatch.setattr(f"sudoku_cp.backends.cp_sat.{module}.settings_for", spy)
    program = configured("cp-sat+presolve+seed=7+workers=2").compile(three_solutions)
    program.solve()
    program.count()
    assert len(list(program.solutions())) == 3
    assert [entry[:2] for entry in seen] == [(True, 7)] * 3
    assert [entry[2] for entry in seen] == [2, 1, 1]
    assert settings_for(Limits()).random_seed != 7


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("guess", "no backend guess"),
        ("cp-sat+speed", "the settings of cp-sat are presolve, workers=N and seed=N"),
        ("cp-sat+seed=x", "the settings of cp-sat"),
        ("exact-cover+cpu=z80", "the settings of exact-cover are batch, waves, patience=N, threads=N, cpu="),
        ("exact-cover+patience=-1", "the settings of exact-cover are batch, waves, patience=N"),
        ("python-constraint+seed=1", "python-constraint has no settings"),
        ("exact-cover~mirror", "no relation mirror; there are reorder"),
    ],
)
def test_unknown_names(name: str, message: str) -> None:
    with pytest.raises(ModelError, match=message.replace("+", r"\+")):
        configured(name)
