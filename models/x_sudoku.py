"""Sudoku X."""

from sudoku_cp.model import Sudoku
from sudoku_cp.rules import diagonals


def x_sudoku() -> Sudoku:
    """Sudoku X: a classic sudoku in which digits do not repeat on the two main diagonals either."""
    sudoku = Sudoku(9, name="x_sudoku")
    sudoku.add(diagonals())
    return sudoku
