"""From a model that shows a fault to the smallest one that shows the same; one way to make it smaller a file."""

from sudoku_cp.cross_check.shrink.boards import smallest_board
from sudoku_cp.cross_check.shrink.models import smallest_model
from sudoku_cp.cross_check.shrink.shrinker import Budget

__all__ = ["Budget", "smallest_board", "smallest_model"]
