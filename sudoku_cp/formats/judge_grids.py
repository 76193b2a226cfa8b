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
            raise wrong_size(size, grid.size, judge, grid.source, grid.line)
        yield grid


def wrong_size(size: int, found: int, judge: str, source: str, line: int) -> InputError:
    """The error for a grid of another size than a judge's problem has."""
    return InputError(f"{judge} has {size}×{size} grids, and this one is {found}×{found}", source, line)
