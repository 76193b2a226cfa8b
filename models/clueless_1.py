"""Clueless-1 sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = [
    "r1c1",
    "r1c10",
    "r1c19",
    "r10c1",
    "r10c10",
    "r10c19",
    "r19c1",
    "r19c10",
    "r19c19",
    "r2,5,8,11,14,17,20,23,26c2,5,8,11,14,17,20,23,26",
]


def clueless_1() -> MultiGrid:
    """Clueless-1: nine 9×9 grids side by side, and a tenth one formed by the middle cells of their boxes."""
    return MultiGrid(PLACES, name="clueless_1")
