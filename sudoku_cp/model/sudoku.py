"""A square grid with rows, columns and boxes: what most models start from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import overload

from sudoku_cp.model import geometry
from sudoku_cp.model.all_different import AllDifferent
from sudoku_cp.model.errors import ModelError
from sudoku_cp.model.linear import Cell
from sudoku_cp.model.model import Model

MAX_SIZE = 36
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sudoku(Model):
    """A grid whose rows, columns and boxes (or regions) each have all cells different.

    Parameters
    ----------
    size
        Cells a side, 1 to 36.
    box
        Height and width of a box; by default the one nearest to a square, such as (2, 3) for size 6.
    regions
        Irregular regions instead of boxes: a label a cell (see `geometry.region_positions`); ``()`` makes a Latin
        square.
    digits
        The digits, at least ``size`` of them; by default 1 to ``size``.
    symbols
        One character a digit, in ascending order of the digits, for reading and showing grids.

    Raises
    ------
    ModelError
        If the parts do not fit together.

    >>> sudoku = Sudoku(4)
    >>> sudoku[1, 1] is sudoku["r1c1"]
    True
    >>> sudoku.boxes[1]
    (r1c3, r1c4, r2c3, r2c4)
    """

    def __init__(
        self,
        size: int = 9,
        *,
        box: tuple[int, int] | None = None,
        regions: str | Sequence[Sequence[Hashable]] | None = None,
        digits: Iterable[int] | None = None,
        symbols: str | None = None,
        name: str = "sudoku",
    ) -> None:
        super().__init__(name)
        if not 1 <= size <= MAX_SIZE:
            raise ModelError(f"a grid has a size of 1 to {MAX_SIZE}, not {size}")
        if box is not None and regions is not None:
            raise ModelError("give either a box or regions, not both")
        self.size = size
        self.digits = tuple(range(1, size + 1)) if digits is None else tuple(sorted(set(digits)))
        if len(self.digits) < size:
            raise ModelError(f"a grid of size {size} needs at least {size} digits, not {len(self.digits)}")
        self.symbols = default_symbols(self.digits) if symbols is None else symbols
        if self.symbols and len(set(self.symbols)) != len(self.digits):
            raise ModelError(f"{len(self.digits)} digits need as many different symbols, not {self.symbols!r}")
        for row in range(1, size + 1):
            for column in range(1, size + 1):
                self._declare(f"r{row}c{column}", self.digits, row, column)
        grid = self._cells
        self.rows = tuple(tuple(grid[start : start + size]) for start in range(0, size * size, size))
        self.columns = tuple(tuple(grid[column::size]) for column in range(size))
        self.box = None if regions is not None else (box or geometry.default_box(size))
        if regions is not None:
            positions = geometry.region_positions(size, regions)
        else:
            positions = geometry.box_positions(size, self.box or (1, size))
        self.boxes = tuple(tuple(grid[(row - 1) * size + column - 1] for row, column in region) for region in positions)
        """The boxes or regions, in reading order of their first cells."""
        for kind, houses in (("row", self.rows), ("column", self.columns), ("box", self.boxes)):
            for number, cells in enumerate(houses, 1):
                self.constraints.append(AllDifferent(cells, f"{kind} {number}"))

    @cached_property
    def grid(self) -> tuple[Cell, ...]:
        """The cells of the grid in reading order, without further variables."""
        return self.cells[: self.size * self.size]

    @property
    def diagonals(self) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The falling diagonal from the top left, and the rising one from the bottom left."""
        falling = tuple(self.rows[step][step] for step in range(self.size))
        rising = tuple(self.rows[self.size - 1 - step][step] for step in range(self.size))
        return falling, rising

    @cached_property
    def box_of(self) -> Mapping[Cell, int]:
        """The index in ``boxes`` of each cell's box."""
        return {cell: number for number, cells in enumerate(self.boxes) for cell in cells}

    @overload
    def __getitem__(self, name: str) -> Cell: ...
    @overload
    def __getitem__(self, name: tuple[int, int]) -> Cell: ...
    def __getitem__(self, name: str | tuple[int, int]) -> Cell:
        """The cell at (row, column), counted from 1, or of a name such as ``"r1c1"``."""
        if isinstance(name, str):
            return super().__getitem__(name)
        row, column = name
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise ModelError(f"({row}, {column}) is outside the grid: rows and columns go from 1 to {self.size}")
        return self.rows[row - 1][column - 1]

    def has(self, row: int, column: int) -> bool:
        """Say whether (row, column) lies in the grid."""
        return 1 <= row <= self.size and 1 <= column <= self.size

    def cells_at(self, names: str | Iterable[str | Cell]) -> tuple[Cell, ...]:
        """The cells of ``"r1c1 r1c2"``, or of an iterable of names and cells."""
        if isinstance(names, str):
            return tuple(self[position] for position in geometry.parse_names(names))
        return tuple(name if isinstance(name, Cell) else self[name] for name in names)

    def give_grid(self, values: Iterable[int | None]) -> None:
        """Fix the cells in reading order; None leaves a cell open."""
        entries = tuple(values)
        if len(entries) != self.size * self.size:
            raise ModelError(f"a grid of size {self.size} has {self.size**2} cells, not {len(entries)}")
        for cell, value in zip(self.grid, entries, strict=True):
            if value is not None:
                self.give(cell, value)


def default_symbols(digits: Sequence[int]) -> str:
    """One character a digit: 1–9 then A–Z from ten on; 36 digits end in 0. Empty where that is not enough.

    >>> default_symbols(range(1, 13))
    '123456789ABC'
    """
    table = "0123456789" + _LETTERS
    if list(digits) == list(range(1, 37)):
        return table[1:] + "0"
    if all(0 <= digit < len(table) for digit in digits):
        return "".join(table[digit] for digit in digits)
    return ""
