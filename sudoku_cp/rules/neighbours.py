"""Cells side by side."""

from __future__ import annotations

from collections.abc import Generator

from sudoku_cp.model import Constraint, Sudoku, Table
from sudoku_cp.rules.chess import pairs_apart
from sudoku_cp.rules.registry import rule

SIDE_BY_SIDE = ((0, 1), (1, 0))


@rule("non_consecutive")
def non_consecutive(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Cells that share a side do not hold consecutive digits."""
    for pair in pairs_apart(sudoku, SIDE_BY_SIDE):
        yield Table.where(pair, lambda one, other: abs(one - other) != 1)
