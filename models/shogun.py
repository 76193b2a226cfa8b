"""Shogun sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c1", "r1c13", "r1c25", "r1c37", "r7c7", "r7c19", "r7c31", "r13c1", "r13c13", "r13c25", "r13c37"]


def shogun() -> MultiGrid:
    """Shogun: eleven 9×9 grids in three rows, which share corner boxes."""
    return MultiGrid(PLACES, name="shogun")
