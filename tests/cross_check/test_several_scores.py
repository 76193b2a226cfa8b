"""Comparison of solvers on several scores: agreement, and a fault in any score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sudoku_cp import Model
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.model import Minimize, Result
from sudoku_cp.solvers.cp_sat.compiled import CompiledCpSat

SOLVERS = ("exact-cover", "cp-sat", "python-constraint")


def chained() -> Model:
    """Several solutions are best by the first score, and one by both."""
    model = Model()
    a, b, c = model.variables("abc", range(5))
    model += a + b + c == 7
    model.maximize(a, then=[Minimize(b * c), b])
    return model


def test_solvers_agree_on_all_scores() -> None:
    report = cross_check(chained(), SOLVERS, thorough=True)
    assert (report.verdict, report.faults, report.objective) == (Verdict.AGREE, (), 4)
    assert "4, then 0, then 3" in str(report)
    assert report.as_dict()["solvers"]["cp-sat"]["solve"]["scores"] == [4, 0, 3]
    best = next(row for row in report.rows() if row[0] == "best solutions")
    assert best[1:] == ["1 listed"] * 3 + ["agree"]
    assert chained().check().verdict is Verdict.AGREE


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_fault_in_one_score_is_found(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = chained()
    solve = CompiledCpSat.solve
    worse = {0: (3, 4, 0), 1: (4, 1, 2), 2: (4, 0, 3)}[place]

    def wrong(self: CompiledCpSat, *arguments: Any, **options: Any) -> Result:
        result = solve(self, *arguments, **options)
        if len(self.model.cells) != len(model.cells) or self.model.objective is not model.objective:
            return result
        assert model.objective is not None
        solution = model.solution([*worse, worse[1] * worse[2]])
        scores = model.objective.scores(solution)
        return replace(result, solution=solution, objective=scores[0], scores=scores, bounds=scores, bound=scores[0])

    monkeypatch.setattr(CompiledCpSat, "solve", wrong)
    report = cross_check(model, SOLVERS)
    assert report.verdict is Verdict.DISAGREE
    assert {fault.solver for fault in report.faults} == {"cp-sat"}
