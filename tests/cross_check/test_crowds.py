"""Counts in a crowd are those of single puzzles; where one is not, that is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sudoku_cp import AllDifferent, Sudoku, UnsoundAnswerError
from sudoku_cp.backends.contract import NO_LIMITS, Givens, Limits, Program, Result, Status
from sudoku_cp.backends.exact_cover.program import ExactCoverProgram
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.cross_check.crowds import SIZES, count_in_crowd


@pytest.mark.parametrize("limit", [1, 2, 10, 1000])
def test_as_many_as_alone(limit: int) -> None:
    for size in (4, 9):
        sudoku = Sudoku(size)
        sudoku.add(AllDifferent([sudoku["r1c1"], sudoku["r4c4"]]))
        givens: Givens = {cell: solved for cell, solved in _solution(sudoku).items() if cell.index % 4}
        plain, crowd = (configured(name).compile(sudoku) for name in ("exact-cover", "exact-cover+batch"))
        expected, found = plain.count(limit, givens), crowd.count(limit, givens)
        assert (found.count, found.status) == (expected.count, expected.status)
        assert (found.solution is None) == (expected.solution is None)
        wrong = {**givens, sudoku["r1c2"]: givens[sudoku["r1c3"]]}
        assert crowd.count(limit, wrong).status is Status.INFEASIBLE


def _solution(sudoku: Sudoku) -> Givens:
    solution = configured("exact-cover").compile(sudoku).solve().solution
    assert solution is not None
    return solution


def test_one_wrong_count_among_many_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    solve_many = Program.solve_many

    def solve_wrong(self: Program, puzzles: Any, **options: Any) -> Any:
        batch = solve_many(self, puzzles, **options)
        asked.append(len(puzzles))
        counts = np.array(batch.counts)
        counts[len(puzzles) // 2] += 1
        return replace(batch, counts=counts)

    sudoku = Sudoku(4).give("r1c1", 1)
    program = ExactCoverProgram(sudoku)

    def alone(givens: Givens, limit: int, limits: Limits) -> Result:
        return program.count(limit, givens, limits)

    assert count_in_crowd(program, sudoku.givens, 500, NO_LIMITS, alone).count == 72
    monkeypatch.setattr(Program, "solve_many", solve_wrong)
    with pytest.raises(UnsoundAnswerError, match=r"puzzle \d+ of \d+, with .* given, has \d+ solutions, and \d+ alone"):
        count_in_crowd(program, sudoku.givens, 500, NO_LIMITS, alone)
    assert asked[0] - 1 in SIZES
