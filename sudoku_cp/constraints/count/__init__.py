"""The number of cells with certain values."""

from sudoku_cp.constraints.count.meaning import Count

__all__ = ["Count"]
