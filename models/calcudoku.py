"""Calcudoku, also known as KenKen."""

from sudoku_cp.model import Sudoku


def calcudoku(size: int | tuple[int, int] = 6) -> Sudoku:
    """Calcudoku: rows and columns hold every digit once, and the digits of a cage make its value by an operation."""
    return Sudoku(size, regions="", name="calcudoku")
