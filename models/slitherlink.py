"""Slitherlink."""

from sudoku_cp import rules
from sudoku_cp.model import OpenGrid
from sudoku_cp.models.blank import blank


def slitherlink(size: int | tuple[int, int] = 10) -> OpenGrid:
    """Slitherlink: a loop along the borders of cells, to be found; a digit counts the sides that it runs along."""
    board = blank(size, range(5), name="slitherlink")
    board.add(rules.slitherlink(all=True))
    return board
