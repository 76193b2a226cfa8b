"""The cells that a cell sees along lines."""

from sudoku_cp.constraints.sightlines.meaning import Sightlines

__all__ = ["Sightlines"]
