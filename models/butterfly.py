"""Butterfly sudoku."""

from sudoku_cp.model import MultiGrid

PLACES = ["r1c1", "r1c4", "r4c1", "r4c4"]


def butterfly() -> MultiGrid:
    """Butterfly: four 9×9 grids in a square of 12×12 cells, each set off from the next one by three cells."""
    return MultiGrid(PLACES, name="butterfly")
