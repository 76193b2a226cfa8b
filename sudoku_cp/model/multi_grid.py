"""Several grids in one plane that share cells where they overlap: samurai, gattai, windmill, clueless."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sudoku_cp._base.arguments import integer, listed
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import geometry
from sudoku_cp.model.board import MAX_SIZE, Board, digits_of

MAX_SIDE = 250
"""The largest number of rows or columns of a plane."""

_PLACE = re.compile(r"[rR](\d+(?:[-,]\d+)*)[cC](\d+(?:[-,]\d+)*)")


@dataclass(frozen=True, eq=False)
class SubGrid:
    """One of the grids, given by its houses."""

    rows: tuple[tuple[Cell, ...], ...]
    """The cells of each row, from the top."""
    columns: tuple[tuple[Cell, ...], ...]
    """The cells of each column, from the left."""
    boxes: tuple[tuple[Cell, ...], ...]
    """The cells of each box; none without boxes."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells row by row."""
        return tuple(cell for row in self.rows for cell in row)


class MultiGrid(Board):
    """Overlapping grids of one size: the cells in each row, column and box of each grid are different.

    Parameters
    ----------
    grids
        The place of each grid: its corner ``"r1c13"`` if its rows and columns are contiguous, otherwise all of its rows
        and columns, ``"r4-6,13-15,22-24c4-6,13-15,22-24"``.
    size
        The number of rows and columns of each grid.
    box
        The height and width of a box; by default those of the most nearly square one.
    digits, symbols
        See `Sudoku`.

    Raises
    ------
    ModelError
        If a place cannot be read, or a grid does not have ``size`` rows and columns.

    >>> twins = MultiGrid(["r1c1", "r3c3"], size=4)
    >>> len(twins.grid), twins.grids[1].boxes[0] is twins.grids[0].boxes[3]
    (28, True)
    """

    def __init__(
        self,
        grids: Sequence[str],
        *,
        size: int = 9,
        box: tuple[int, int] | None = None,
        digits: Iterable[int] | None = None,
        symbols: str | None = None,
        name: str = "multi_grid",
    ) -> None:
        size = integer(size, "the size")
        if not 1 <= size <= MAX_SIZE:
            raise ModelError(f"the size must be from 1 to {MAX_SIZE}, not {size}")
        grids = listed(grids, "the grids", "a list of places such as r1c1")
        if not grids:
            raise ModelError("grids: give the place of at least one grid, such as r1c1")
        self.places = tuple(grids)
        spans = [_lines_of(place, size) for place in grids]
        all_digits = tuple(range(1, size + 1)) if digits is None else digits_of(digits)
        if len(all_digits) < size:
            raise ModelError(f"a grid of size {size} needs at least {size} digits, not {len(all_digits)}")
        height, width = (max(span[axis][-1] for span in spans) for axis in (0, 1))
        super().__init__(name, height, width, all_digits, symbols)
        self.size = size
        self.box = geometry.default_box(size) if box is None else geometry.box_of(box)
        taken = {(row, column) for rows, columns in spans for row in rows for column in columns}
        self._grid = self._declare_places(sorted(taken))
        self.rows = tuple(tuple(cell for cell in places if cell is not None) for places in self.lattice)
        shared: dict[tuple[Cell, ...], tuple[Cell, ...]] = {}
        self.grids = tuple(self._sub_grid(rows, columns, shared) for rows, columns in spans)
        """The grids in their given order."""
        boxes = dict.fromkeys(box_ for grid in self.grids for box_ in grid.boxes if _is_block(box_))
        self.boxes = tuple(sorted(boxes, key=lambda cells: cells[0].index))

    def _sub_grid(
        self, rows: Sequence[int], columns: Sequence[int], shared: dict[tuple[Cell, ...], tuple[Cell, ...]]
    ) -> SubGrid:
        """Declare the houses of a grid, except those that another grid has declared."""
        lines = tuple(tuple(self[f"r{row}c{column}"] for column in columns) for row in rows)
        assert self.box is not None
        boxes = [
            tuple(lines[row - 1][column - 1] for row, column in positions)
            for positions in geometry.box_positions(self.size, self.size, self.box)
        ]
        houses = (lines, tuple(zip(*lines, strict=True)), tuple(boxes))
        for kind, group in zip(("row", "column", "box"), houses, strict=True):
            for number, cells in enumerate(group, 1):
                if cells not in shared:
                    shared[cells] = cells
                    self.constraints.append(AllDifferent(cells, label=f"{kind} {number} at {lines[0][0].name}"))
        return SubGrid(*(tuple(shared[cells] for cells in group) for group in houses))

    @property
    def grid(self) -> tuple[Cell, ...]:
        return self._grid


def _is_block(cells: tuple[Cell, ...]) -> bool:
    """Return whether cells in reading order form a rectangle, so that a frame can surround them."""
    rows = [cell.row or 0 for cell in cells]
    columns = [cell.column or 0 for cell in cells]
    return len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def _lines_of(place: str, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and the columns of a grid."""
    match = _PLACE.fullmatch(place.strip()) if isinstance(place, str) else None
    if match is None:
        raise ModelError(f"grids: {shown(place)} is not a place such as r1c13 or r4-6,13-15c1-6")
    rows, columns = (_numbers(text, size) for text in match.groups())
    for lines, what in ((rows, "rows"), (columns, "columns")):
        if len(lines) != size:
            raise ModelError(f"grids: {place} has {len(lines)} {what}, not {size}")
        if not 1 <= lines[0] <= lines[-1] <= MAX_SIDE:
            raise ModelError(f"grids: the {what} of {place} must lie between 1 and {MAX_SIDE}")
    return rows, columns


def _numbers(text: str, size: int) -> tuple[int, ...]:
    """The numbers of ``4-6,13``, ascending; a single one starts a run of ``size``."""
    if text.isdigit():
        return tuple(range(int(text[:6]), int(text[:6]) + size))
    numbers: set[int] = set()
    for part in text.split(","):
        ends = [int(end[:6]) for end in part.split("-")]
        numbers.update(range(ends[0], min(ends[-1], ends[0] + MAX_SIDE) + 1))
    return tuple(sorted(numbers))
