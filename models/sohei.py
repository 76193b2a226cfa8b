"""Sohei sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c7", "r7c1", "r7c13", "r13c7"]


def sohei() -> MultiGrid:
    """Sohei: four 9×9 grids in a ring, which share corner boxes."""
    return MultiGrid(PLACES, name="sohei")
