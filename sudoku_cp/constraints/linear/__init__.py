"""A weighted sum of cells, compared with a constant."""

from sudoku_cp.constraints.linear.meaning import Linear

__all__ = ["Linear"]
