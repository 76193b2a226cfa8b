"""Constraints among the houses of a grid, for every solver: solutions against those of a plain lambda."""

from __future__ import annotations

from typing import Any

import pytest

from sudoku_cp import AllDifferent, Cell, Sudoku, Table
from sudoku_cp.solving.solver import Solver
from tests.support import assert_same_sets, brute_force


def three(sudoku: Sudoku) -> tuple[Cell, Cell, Cell]:
    """Two cells of a row and one that sees neither."""
    return sudoku[1, 1], sudoku[1, 2], sudoku[3, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declare", "holds"),
    [
        (lambda a, b, c: [a < b], lambda a, b, c: a < b),
        (lambda a, b, c: [a + b == 2 * c], lambda a, b, c: a + b == 2 * c),
        (lambda a, b, c: [a + b + c == 8], lambda a, b, c: a + b + c == 8),
        (lambda a, b, c: [AllDifferent((a, b, c)), a + b + c >= 8], lambda a, b, c: b != c != a and a + b + c >= 8),
        (lambda a, b, c: [AllDifferent((b, c))], lambda a, b, c: b != c),
        (lambda a, b, c: [Table.where((a, b, c), lambda a, b, c: a * b > c * c)], lambda a, b, c: a * b > c * c),
    ],
)
def test_constraint_within_a_grid(declare: Any, holds: Any, solver: Solver) -> None:
    plain, sudoku = Sudoku(4), Sudoku(4)
    sudoku.add(*declare(*three(sudoku)))
    grids = brute_force(plain)
    expected = {grid for grid in grids if holds(*(grid[cell.index] for cell in three(plain)))}
    assert 0 < len(expected) < len(grids)
    assert_same_sets((solution.values_in_order for solution in solver.compile(sudoku).solutions()), expected)
