"""Clueless-2 sudoku."""

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
    "r4-6,13-15,22-24c4-6,13-15,22-24",
]


def clueless_2() -> MultiGrid:
    """Clueless-2: nine 9×9 grids side by side, and a tenth one formed by their middle boxes."""
    return MultiGrid(PLACES, name="clueless_2")
