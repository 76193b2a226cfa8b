"""Windoku."""

from sudoku_cp import rules
from sudoku_cp.model import Sudoku


def windoku() -> Sudoku:
    """Windoku: a classic sudoku in which each of the four shaded windows holds every digit once too."""
    sudoku = Sudoku(9, name="windoku")
    sudoku.add(rules.windoku())
    return sudoku
