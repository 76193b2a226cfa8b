"""Gattai-8 sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c1", "r1c13", "r1c25", "r7c7", "r7c19", "r13c1", "r13c13", "r13c25"]


def gattai_8() -> MultiGrid:
    """Gattai-8: eight 9×9 grids in three rows, which share corner boxes."""
    return MultiGrid(PLACES, name="gattai_8")
