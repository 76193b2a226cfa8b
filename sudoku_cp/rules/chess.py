"""Cells a chess piece's move apart."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from sudoku_cp.model import AllDifferent, Constraint, Sudoku
from sudoku_cp.rules.parameters import Pair
from sudoku_cp.rules.registry import rule

KNIGHT = ((1, 2), (2, 1))
KING = ((0, 1), (1, 0), (1, 1))


@rule("anti_knight")
def anti_knight(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Cells a knight's move apart hold different digits."""
    for pair in pairs_apart(sudoku, KNIGHT):
        yield AllDifferent(pair)


@rule("anti_king")
def anti_king(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Cells a king's move apart hold different digits."""
    for pair in pairs_apart(sudoku, KING):
        yield AllDifferent(pair)


def pairs_apart(sudoku: Sudoku, moves: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    """Every pair of cells that is a move apart, once; a move is (rows, columns), mirrored in both directions."""
    for row, cells in enumerate(sudoku.rows, 1):
        for column, cell in enumerate(cells, 1):
            for rows, columns in moves:
                for target in dict.fromkeys((column - columns, column + columns)):
                    if sudoku.has(row + rows, target) and (rows or target > column):
                        yield cell, sudoku[row + rows, target]
