"""The number of different values of cells."""

from sudoku_cp.constraints.count_distinct.meaning import CountDistinct

__all__ = ["CountDistinct"]
