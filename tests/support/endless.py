"""Searches that end on no machine, for tests of what stops one: the nodes, a flag, an interrupt, or the time."""

from __future__ import annotations

from sudoku_cp import Model

PIGEONS = 16
"""The number of cells that differ; the nodes of a proof that one value is missing grow twelvefold with each."""


def unprovable(*, excused: bool = False) -> Model:
    """Cells that differ in pairs and have one value too few: no solution, and no proof that a search finds.

    Each pair is a sum of its own, in which no solver sees that all cells differ.

    Parameters
    ----------
    excused
        Whether one more cell, the score, may excuse all pairs: then a best solution is found at once and never proved.
    """
    model = Model("unprovable")
    cells = model.variables([f"x{number}" for number in range(PIGEONS)], range(PIGEONS - 1))
    excuse = model.variable("excuse", (0, 1)) if excused else None
    for place, cell in enumerate(cells):
        for other in cells[:place]:
            differ = cell - other != 0
            model.add(differ if excuse is None else differ | (excuse == 1))
    if excuse is not None:
        model.minimize(1 * excuse)
    return model
