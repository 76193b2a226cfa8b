"""Cells that fall into connected regions, which are to be found."""

from sudoku_cp.constraints.regions.meaning import Regions

__all__ = ["Regions"]
