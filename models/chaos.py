"""Chaos construction."""

from sudoku_cp import rules
from sudoku_cp.model import Sudoku


def chaos(size: int | tuple[int, int] = 9) -> Sudoku:
    """Chaos construction: rows, columns and connected regions, which are to be found, hold every digit once."""
    sudoku = Sudoku(size, regions="", name="chaos")
    sudoku.add(rules.chaos_construction())
    return sudoku
