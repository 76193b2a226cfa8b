"""A cell of an array that another cell indexes."""

from sudoku_cp.constraints.element.meaning import Element

__all__ = ["Element"]
