"""The largest or the smallest of some cells."""

from sudoku_cp.constraints.extremum.meaning import Maximum, Minimum

__all__ = ["Maximum", "Minimum"]
