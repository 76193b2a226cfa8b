"""Windmill sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c4", "r4c13", "r7c7", "r10c1", "r13c10"]


def windmill() -> MultiGrid:
    """Windmill: five 9×9 grids; four of them turn around the middle one and overlap it like sails."""
    return MultiGrid(PLACES, name="windmill")
