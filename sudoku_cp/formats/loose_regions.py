"""Regions in documents of other programs, which may have any size and need not include all cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.geometry import box_positions, default_box


def sudoku_with(
    regions: Sequence[Sequence[tuple[int, int]]], size: int, name: str, digits: Iterable[int] | None = None
) -> tuple[Sudoku, list[list[str]]]:
    """A grid with these regions, and the regions that become extra regions because they do not partition the grid.

    Parameters
    ----------
    regions
        The rows and columns, from 1, of the cells of each region; one without cells is none.
    size
        The number of rows and columns.
    name
        The name of the model.
    digits
        The digits; by default 1 to ``size``.

    Raises
    ------
    InputError
        If a region has more cells than there are digits, or one that is not in the grid or is there twice.
    """
    regions = [cells for cells in regions if cells]
    for cells in regions:
        if len(cells) > size:
            raise InputError(f"the region of {_named(cells[0])} has {len(cells)} cells, more than there are digits")
        for cell in cells:
            if not all(1 <= coordinate <= size for coordinate in cell):
                raise InputError(f"the region of {_named(cells[0])} has {_named(cell)}, which is not in the grid")
            if cells.count(cell) > 1:
                raise InputError(f"the region of {_named(cells[0])} has {_named(cell)} twice")
    if {tuple(sorted(cells)) for cells in regions} == set(box_positions(size, size, default_box(size))):
        return Sudoku(size, name=name, digits=digits), []
    label_of = {cell: number for number, cells in enumerate(regions) for cell in cells}
    span = range(1, size + 1)
    if len(label_of) == size**2 == sum(map(len, regions)) and all(len(cells) == size for cells in regions):
        return Sudoku(
            size, regions=[[label_of[row, column] for column in span] for row in span], name=name, digits=digits
        ), []
    extra = [[_named(cell) for cell in cells] for cells in regions]
    return Sudoku(size, regions=(), name=name, digits=digits), extra


def _named(cell: tuple[int, int]) -> str:
    return f"r{cell[0]}c{cell[1]}"
