"""The grid of a constraint string, its cells by name, extra variables, and regions to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import isqrt
from typing import NamedTuple

from sudoku_cp.formats.iss.text import Entry, number
from sudoku_cp.model import Board, Cell, InputError
from sudoku_cp.model.geometry import Positions, box_positions

MAX_SIDE = 16
"""The largest number of rows, columns and digits."""

_SIDES = re.compile(r"(\d{1,3})x(\d{1,3})")
_DIGITS = re.compile(r"(?:(\d{1,3})-)?(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Shape:
    """The grid that a string describes."""

    height: int
    width: int
    digits: range
    has_houses: bool
    """Whether digits differ in rows, columns and boxes."""
    stated_size: int | None
    """The number of cells in a box or a jigsaw piece, if the string gives it."""
    boxes: tuple[int, int] | None
    """The height and width of the boxes in force; None if there are none."""
    pieces: tuple[Positions, ...] = ()
    """The jigsaw pieces."""

    @property
    def side(self) -> int:
        """The number of cells along the longer side."""
        return max(self.height, self.width)

    @property
    def is_square(self) -> bool:
        return self.height == self.width

    @property
    def region_size(self) -> int:
        """The number of cells in a box or a jigsaw piece."""
        return self.side if self.stated_size is None else self.stated_size

    @property
    def box(self) -> tuple[int, int] | None:
        """The height and width of the boxes, even if boxes are turned off."""
        return box_of_size(self.height, self.width, self.region_size)


def shape_of(entries: Sequence[Entry]) -> Shape:
    """The grid that entries describe; by default nine rows of nine cells with boxes.

    Raises
    ------
    InputError
        If Interactive Sudoku Solver does not accept it.
    """
    last = {entry.type: entry for entry in entries}
    plain = Entry("Shape", ("9x9",), "Shape 1")
    height, width, digits, kind = _sides_and_digits(last.get("Shape", plain))
    stated = _region_size(last["RegionSize"]) if "RegionSize" in last else None
    size = max(height, width) if stated is None else stated
    has_houses = kind == "Sudoku"
    box = box_of_size(height, width, size) if has_houses and "NoBoxes" not in last else None
    pieces = _pieces(last["Jigsaw"], height, width, len(digits), size) if "Jigsaw" in last else ()
    return Shape(height, width, digits, has_houses, stated, box, pieces)


def _sides_and_digits(entry: Entry) -> tuple[int, int, range, str]:
    sides, digits, kind, *rest = (*entry.arguments, "", "", "")[: max(3, len(entry.arguments))]
    found = _SIDES.fullmatch(sides)
    if rest or found is None or kind not in ("", "Sudoku", "Raw"):
        raise InputError(f"{entry.place}: write a shape like 9x9, 6x6~9, 9x9~0-8 or 4x4~4~Raw, not {_shown(entry)}")
    height, width = int(found[1]), int(found[2])
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise InputError(f"{entry.place}: a grid has 1 to {MAX_SIDE} rows and columns, not {sides}")
    bounds = _DIGITS.fullmatch(digits or str(max(height, width)))
    if bounds is None:
        raise InputError(f"{entry.place}: write digits like 9 or 0-8, not {digits!r}")
    values = range(int(bounds[1] or 1), int(bounds[2]) + 1)
    least = 1 if kind == "Raw" else max(height, width)
    if values.start > 1 or not least <= len(values) <= MAX_SIDE:
        raise InputError(f"{entry.place}: a grid of {sides} has {least} to {MAX_SIDE} digits from 0 or 1, not {digits}")
    return height, width, values, kind or "Sudoku"


def _region_size(entry: Entry) -> int:
    if len(entry.arguments) != 1 or number(entry.arguments[0], "size of regions") < 1:
        raise InputError(f"{entry.place}: the size of regions must be one number of at least 1, not {_shown(entry)}")
    return int(entry.arguments[0])


def _pieces(entry: Entry, height: int, width: int, digits: int, size: int) -> tuple[Positions, ...]:
    """The pieces of a jigsaw; one label may mark the cells that are in no piece."""
    labels = entry.arguments[-1] if entry.arguments else ""
    if len(labels) != height * width:
        raise InputError(f"{entry.place}: {height * width} labels are needed, one for each cell, not {len(labels)}")
    found: dict[str, list[tuple[int, int]]] = {}
    for place, label in enumerate(labels):
        found.setdefault(label, []).append((place // width + 1, place % width + 1))
    pieces = [tuple(cells) for cells in found.values() if max(height, width) <= len(cells) <= digits]
    if len(found) == 1:
        return ()
    if len(found) - len(pieces) > 1 or any(len(cells) != size for cells in pieces):
        raise InputError(f"{entry.place}: each piece must have {size} cells, except one label for cells in no piece")
    return tuple(pieces)


def box_of_size(height: int, width: int, size: int) -> tuple[int, int] | None:
    """The box with the given number of cells that fits and is nearest to a square, but not a single row or column.

    >>> box_of_size(6, 6, 6), box_of_size(8, 6, 8), box_of_size(7, 7, 7)
    ((2, 3), (4, 2), None)
    """
    for short in range(isqrt(size), 1, -1):
        if size % short == 0:
            long = size // short
            for rows, columns in ((short, long), (long, short)):
                if height % rows == 0 and width % columns == 0:
                    return rows, columns
    return None


def boxes_of(shape: Shape) -> tuple[Positions, ...]:
    """The boxes in force."""
    return box_positions(shape.height, shape.width, shape.boxes) if shape.boxes else ()


def windows_of(shape: Shape) -> list[list[tuple[int, int]]]:
    """The windows: boxes of all digits, or of the stated region size, shifted by one row and one column."""
    size = len(shape.digits) if shape.stated_size is None else shape.stated_size
    box = box_of_size(shape.height, shape.width, size)
    if box is None:
        return []
    rows, columns = box
    return [
        [(top + down, left + right) for down in range(rows) for right in range(columns)]
        for left in range(2, shape.width - columns + 1, columns + 1)
        for top in range(2, shape.height - rows + 1, rows + 1)
    ]


def _shown(entry: Entry) -> str:
    return "~".join(entry.arguments) or "nothing"


GRID = ""
REGIONS = "CC"
"""The groups of the cells of the grid, and of the regions that contain them."""

GRID_NAME = re.compile(r"[Rr]([0-9a-gA-G])[Cc]([0-9a-gA-G])")

Place = tuple[str, int, int]
"""A group, a row and a column from 0."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells in rows of one length; the last one may be shorter."""

    cells: tuple[Cell, ...]
    columns: int

    def at(self, row: int, column: int) -> Cell | None:
        """The cell in a row and a column, counted from 0; None if there is none."""
        place = row * self.columns + column
        return self.cells[place] if row >= 0 <= column < self.columns and place < len(self.cells) else None


class Step(NamedTuple):
    """A move from one cell to another."""

    start: Cell
    target: Cell
    group: str | None
    """The group of both cells; None if they are in different ones."""
    down: int
    right: int


class Names:
    """The cells of a puzzle by name and position."""

    def __init__(self) -> None:
        self.groups: dict[str, Group] = {}
        self._by_name: dict[str, Cell] = {}

    def add(self, prefix: str, cells: Sequence[Cell], columns: int) -> None:
        """Name the cells of a group ``VX1``, ``VX2``, …, or just ``VX``; name cells of the grid by position."""
        self.groups[prefix] = Group(tuple(cells), columns)
        if prefix != GRID:
            names = [prefix] if len(cells) == 1 else [f"{prefix}{number}" for number in range(1, len(cells) + 1)]
            self._by_name.update(zip(names, cells, strict=True))

    @cached_property
    def _places(self) -> dict[Cell, Place]:
        return {
            cell: (prefix, *divmod(index, group.columns))
            for prefix, group in self.groups.items()
            for index, cell in enumerate(group.cells)
        }

    def cell(self, name: str) -> Cell:
        """The cell with a name such as ``R1C2``, in base 17, or ``VX3``.

        Raises
        ------
        InputError
            If there is none.
        """
        found = self._by_name.get(name)
        if found is None and (place := _grid_place(name)):
            found = self.groups[GRID].at(*place)
        if found is None:
            raise InputError(f"{name!r} is not a cell of this puzzle")
        self._by_name[name] = found
        return found

    def place(self, cell: Cell) -> Place:
        """The group, row and column of a cell."""
        return self._places[cell]

    def step(self, start: Cell, target: Cell) -> Step:
        """The step from one cell to another."""
        (group, top, left), (other, down, right) = self.place(start), self.place(target)
        return Step(start, target, group if group == other else None, down - top, right - left)

    def moved(self, cell: Cell, step: Step) -> Cell:
        """The cell that is a step away from a cell.

        Raises
        ------
        InputError
            If there is none, or it is not a step within the group of the cell.
        """
        group, row, column = self._places[cell]
        moved = self.groups[group].at(row + step.down, column + step.right) if group == step.group else None
        if moved is None:
            raise InputError(f"{cell.name} cannot be moved by the step from {step.start.name} to {step.target.name}")
        return moved


@dataclass(frozen=True, slots=True)
class PuzzleDraft:
    """A puzzle under construction, as the readers of its entries see it."""

    board: Board
    shape: Shape
    names: Names
    ties: str
    """The ranks of lines that may tie."""
    steps: tuple[Step, ...] = ()
    """The moves by which entries are copied."""

    def cell(self, name: str) -> Cell:
        """The cell with a name, after the moves."""
        found = self.names.cell(name)
        for step in self.steps:
            found = self.names.moved(found, step)
        return found

    def cells(self, names: Iterable[str]) -> list[Cell]:
        """The cells with some names, after the moves; empty names are skipped.

        Raises
        ------
        InputError
            If there are no cells.
        """
        found = [self.cell(name) for name in names if name]
        if not found:
            raise InputError("no cells are listed")
        return found

    def neighbours(self, cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of cells that share a side, in the order in which they are listed.

        Raises
        ------
        InputError
            If there are none.
        """
        placed = [(cell, *self.names.place(cell)) for cell in cells]
        found = False
        for (one, group, row, column), (other, its_group, its_row, its_column) in combinations(placed, 2):
            if abs(row - its_row) + abs(column - its_column) == 1 and group == its_group:
                found = True
                yield one, other
        if not found:
            raise InputError(f"no two of the cells {' '.join(cell.name for cell in cells)} share a side")

    def copied(self, start: Cell, target: Cell) -> PuzzleDraft:
        """The puzzle as seen by entries that are copied from one cell to another."""
        steps = (*self.steps, self.names.step(start, target))
        return PuzzleDraft(self.board, self.shape, self.names, self.ties, steps)


@lru_cache(maxsize=1024)
def _grid_place(name: str) -> tuple[int, int] | None:
    """The row and column, from 0, in the name of a cell of the grid; None if it is another name."""
    found = GRID_NAME.fullmatch(name)
    return found and (int(found[1], 17) - 1, int(found[2], 17) - 1)
