"""Sumo sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = [
    "r1c1",
    "r1c13",
    "r1c25",
    "r7c7",
    "r7c19",
    "r13c1",
    "r13c13",
    "r13c25",
    "r19c7",
    "r19c19",
    "r25c1",
    "r25c13",
    "r25c25",
]


def sumo() -> MultiGrid:
    """Sumo: thirteen 9×9 grids in five rows, which share corner boxes."""
    return MultiGrid(PLACES, name="sumo")
