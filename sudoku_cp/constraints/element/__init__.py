"""A cell that another cell points at."""

from sudoku_cp.constraints.element.meaning import Element

__all__ = ["Element"]
