"""Masyu."""

from sudoku_cp import rules
from sudoku_cp.model import OpenGrid
from sudoku_cp.models.blank import blank


def masyu(size: int | tuple[int, int] = 10) -> OpenGrid:
    """Masyu: a loop through the cells of a grid without digits, to be found by its white and black circles."""
    board = blank(size, name="masyu")
    board.add(rules.loop())
    return board
