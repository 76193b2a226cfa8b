"""The cells in a constraint string by name: cells of the grid, extra variables, and regions to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from sudoku_cp.formats.iss.shape import Shape
from sudoku_cp.model import Board, Cell, InputError

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
class Puzzle:
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

    def copied(self, start: Cell, target: Cell) -> Puzzle:
        """The puzzle as seen by entries that are copied from one cell to another."""
        steps = (*self.steps, self.names.step(start, target))
        return Puzzle(self.board, self.shape, self.names, self.ties, steps)


@lru_cache(maxsize=1024)
def _grid_place(name: str) -> tuple[int, int] | None:
    """The row and column, from 0, in the name of a cell of the grid; None if it is another name."""
    found = GRID_NAME.fullmatch(name)
    return found and (int(found[1], 17) - 1, int(found[2], 17) - 1)
