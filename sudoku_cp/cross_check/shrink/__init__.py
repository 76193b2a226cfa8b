"""Shrinking of a model that shows a fault to the smallest one that shows the same fault."""

from sudoku_cp.cross_check.shrink.boards import smallest_board
from sudoku_cp.cross_check.shrink.models import smallest_model
from sudoku_cp.cross_check.shrink.shrinker import Budget

__all__ = ["Budget", "smallest_board", "smallest_model"]
