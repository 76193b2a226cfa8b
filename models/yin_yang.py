"""Yin-yang."""

from sudoku_cp import rules
from sudoku_cp.model import OpenGrid
from sudoku_cp.models.blank import blank


def yin_yang(size: int | tuple[int, int] = 6, symbols: str = "○●") -> OpenGrid:
    """Yin-yang: white and black cells each form one connected area, and no 2×2 cells have one colour.

    Givens are circles: the symbols are one for white and one for black.
    """
    board = blank(size, (0, 1), symbols, "yin_yang")
    board.add(rules.yin_yang(values=[1]))
    return board
