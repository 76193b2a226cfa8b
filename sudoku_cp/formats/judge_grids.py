"""What the formats of the online judges share: a fixed size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.model import InputError


def of_size(size: int, grids: Iterable[GridText], judge: str) -> Iterator[GridText]:
    """Pass grids on that have the size of a judge's problem.

    Raises
    ------
    InputError
        At the first grid that has another size.
    """
    for grid in grids:
        if grid.size != size:
            raise InputError(
                f"{judge} has {size}×{size} grids, and this one is {grid.size}×{grid.size}", grid.source, grid.line
            )
        yield grid
