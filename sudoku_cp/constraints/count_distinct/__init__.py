"""How many different values cells take."""

from sudoku_cp.constraints.count_distinct.meaning import CountDistinct

__all__ = ["CountDistinct"]
