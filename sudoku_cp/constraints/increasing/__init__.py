"""Cells whose values increase from each to the next."""

from sudoku_cp.constraints.increasing.meaning import Increasing

__all__ = ["Increasing"]
