"""Samurai sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c1", "r1c13", "r7c7", "r13c1", "r13c13"]


def samurai() -> MultiGrid:
    """Samurai: five 9×9 grids; the middle one shares each of its corner boxes with another grid."""
    return MultiGrid(PLACES, name="samurai")
