"""Cells with pairwise different values."""

from sudoku_cp.constraints.all_different.meaning import AllDifferent

__all__ = ["AllDifferent"]
