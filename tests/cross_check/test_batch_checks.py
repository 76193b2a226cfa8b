"""Counts in a batch are those of single puzzles; a difference raises an error."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sudoku_cp import AllDifferent, Sudoku
from sudoku_cp.cross_check.configurations import SIZES, best_in_batch, configured, count_in_batch
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solving.lowered_model import LoweredModel


@pytest.mark.parametrize("limit", [1, 2, 10, 1000])
def test_as_many_as_alone(limit: int) -> None:
    for size in (4, 9):
        sudoku = Sudoku(size)
        sudoku.add(AllDifferent([sudoku["r1c1"], sudoku["r4c4"]]))
        givens: Givens = {cell: solved for cell, solved in _solution(sudoku).items() if cell.index % 4}
        plain, batched = (configured(name).compile(sudoku) for name in ("exact-cover", "exact-cover~batch"))
        expected, found = plain.count(limit, givens), batched.count(limit, givens)
        assert (found.count, found.status) == (expected.count, expected.status)
        assert (found.solution is None) == (expected.solution is None)
        wrong = {**givens, sudoku["r1c2"]: givens[sudoku["r1c3"]]}
        assert batched.count(limit, wrong).status is Status.INFEASIBLE


def _solution(sudoku: Sudoku) -> Givens:
    solution = configured("exact-cover").compile(sudoku).solve().solution
    assert solution is not None
    return solution


def test_one_wrong_count_among_many_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    solve_many = LoweredModel.solve_many

    def solve_wrong(self: LoweredModel, puzzles: Any, **options: Any) -> Any:
        batch = solve_many(self, puzzles, **options)
        asked.append(len(puzzles))
        counts = np.array(batch.counts)
        counts[len(puzzles) // 2] += 1
        return replace(batch, counts=counts)

    sudoku = Sudoku(4).give("r1c1", 1)
    compiled = ExactCoverSolver().compile(sudoku)

    def alone(givens: Givens, limit: int, limits: Limits) -> Result:
        return compiled.count(limit, givens, limits)

    assert count_in_batch(compiled, sudoku.givens, 500, NO_LIMITS, alone).count == 72
    monkeypatch.setattr(LoweredModel, "solve_many", solve_wrong)
    with pytest.raises(UnsoundAnswerError, match=r"puzzle \d+ of \d+, with .* given, has \d+ solutions, and \d+ alone"):
        count_in_batch(compiled, sudoku.givens, 500, NO_LIMITS, alone)
    assert asked[0] - 1 in SIZES


@pytest.mark.parametrize("claim", [True, False])
def test_a_wrong_claim_to_have_counted_all_raises_an_error(monkeypatch: pytest.MonkeyPatch, claim: bool) -> None:
    solve_many = LoweredModel.solve_many

    def solve_wrong(self: LoweredModel, puzzles: Any, **options: Any) -> Any:
        batch = solve_many(self, puzzles, **options)
        return replace(batch, exact=np.full(len(puzzles), claim))

    monkeypatch.setattr(LoweredModel, "solve_many", solve_wrong)
    sudoku = Sudoku(4).give("r1c1", 1)
    compiled = ExactCoverSolver().compile(sudoku)

    def alone(givens: Givens, limit: int, limits: Limits) -> Result:
        return compiled.count(limit, givens, limits)

    limit, reported = (1, "wrongly") if claim else (500, "but they are not")
    with pytest.raises(
        UnsoundAnswerError, match=rf"puzzle \d+ of \d+, .* has \d+ solutions, {reported} reported as all"
    ):
        count_in_batch(compiled, sudoku.givens, limit, NO_LIMITS, alone)


def _scored() -> Sudoku:
    sudoku = Sudoku(4).give("r1c1", 1)
    sudoku.maximize(sum(cell.index * cell for cell in sudoku.cells[1:]) + 0 * sudoku["r1c1"])
    return sudoku


def test_the_best_of_many_is_the_best_alone() -> None:
    plain, batched = (configured(name).compile(_scored()) for name in ("exact-cover", "exact-cover~batch"))
    expected, found = plain.solve(), batched.solve()
    assert (found.status, found.objective) == (expected.status, expected.objective) == (Status.OPTIMAL, found.bound)
    model = batched.model
    none = {model["r1c1"]: 1, model["r1c2"]: 1}
    assert batched.solve(none).status is Status.INFEASIBLE


def test_a_score_that_is_not_the_best_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = ExactCoverSolver().compile(_scored())

    def alone(givens: Givens, limits: Limits) -> Result:
        best = compiled.solve(givens, limits)
        return best if best.objective is None else replace(best, objective=best.objective + 1)

    with pytest.raises(UnsoundAnswerError, match=r"puzzle \d+ of \d+, with .* given, scores \d+, and \d+ alone"):
        best_in_batch(compiled, compiled.model.givens, NO_LIMITS, alone)
