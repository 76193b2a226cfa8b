"""Boards: cells in a plane with the same digits, in one grid or several."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from sudoku_cp._base.arguments import integer, integers, listed, text
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cell_of, cells_of
from sudoku_cp.model import geometry
from sudoku_cp.model.given_grids import entries_of
from sudoku_cp.model.model import Model
from sudoku_cp.model.variables import ascending

MAX_SIZE = 36

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Board(Model, ABC):
    """A rectangle of places, some or all with a cell; its cells come before all other variables.

    Parameters
    ----------
    height, width
        The numbers of rows and columns of places.
    digits
        The digits that each cell may contain.
    symbols
        One character for each digit, in ascending order of the digits, for reading and showing grids.

    Raises
    ------
    ModelError
        If the number of symbols is not that of the digits, or a symbol could not be read back.
    """

    rows: tuple[tuple[Cell, ...], ...]
    """The cells of each row of places."""
    box: tuple[int, int] | None
    """The height and width of the boxes; None if they are irregular or missing."""
    boxes: tuple[tuple[Cell, ...], ...]
    """The boxes or regions, in reading order of their first cells."""

    def __init__(self, name: str, height: int, width: int, digits: tuple[int, ...], symbols: str | None) -> None:
        super().__init__(name)
        if symbols is not None:
            text(symbols, "the symbols")
        self.values: dict[Cell, Cell] = {}
        """The variables for the values of cells that differ from their digits."""
        self.modified: dict[Cell, Cell] = {}
        """The variables for cells that may be modified, where the solver decides: the digit of a modified cell."""
        self.seconds: dict[Cell, Cell] = {}
        """The variables for cells that may contain two digits: the second digit, if there is one."""
        self.region_of: dict[Cell, Cell] = {}
        """The variables for the region numbers of cells whose regions are to be found."""
        self.loop_of: dict[Cell, Cell] = {}
        """The variables for the sides of cells through which a loop goes that is to be found."""
        self.path_of: dict[Cell, Cell] = {}
        """The same of a path."""
        self.fence_of: dict[Cell, Cell] = {}
        """The variables for the sides of cells along which a loop runs that is to be found."""
        self.shaded_of: dict[Cell, Cell] = {}
        """The variables for the shades of cells that are to be found: 1 for a shaded cell, 0 for others."""
        self.follows: set[Cell] = set()
        """The cells whose digits only say what a loop or a shading shows; pictures have those that are given."""
        self.height = height
        self.width = width
        self.digits = digits
        self.symbols = default_symbols(digits) if symbols is None else symbols
        if self.symbols and len(set(self.symbols)) != len(digits):
            raise ModelError(f"{len(digits)} digits need as many different symbols, not {self.symbols!r}")
        refuse_symbols(self.symbols)

    def _declare_places(self, places: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        """Declare the cells, given as (row, column) in reading order."""
        return tuple(self._declare_all([(f"r{row}c{column}", row, column) for row, column in places], self.digits))

    @property
    def layers(self) -> dict[str, dict[Cell, Cell]]:
        """What is to be found besides digits: variables by cell, by the first word of their names."""
        known = {
            "region": self.region_of,
            "loop": self.loop_of,
            "path": self.path_of,
            "fence": self.fence_of,
            "shaded": self.shaded_of,
        }
        return {name: variables for name, variables in known.items() if variables}

    @property
    @abstractmethod
    def grid(self) -> tuple[Cell, ...]:
        """The cells of the board in reading order, without further variables."""

    @property
    def auxiliary_cells(self) -> tuple[Cell, ...]:
        """The variables that stand for terms of constraints, and for the values of cells."""
        return (*self.values.values(), *super().auxiliary_cells)

    @cached_property
    def lattice(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The places row by row; None where there is no cell."""
        at = {(cell.row, cell.column): cell for cell in self.grid}
        return tuple(tuple(at.get((row + 1, column + 1)) for column in range(self.width)) for row in range(self.height))

    @cached_property
    def box_of(self) -> Mapping[Cell, int]:
        """The index in ``boxes`` of each cell's box."""
        box_of = {cell: number for number, cells in enumerate(self.boxes) for cell in cells}
        return box_of | {value: box_of[cell] for cell, value in self.values.items() if cell in box_of}

    def declare_value(self, cell: Cell, domain: Iterable[int]) -> Cell:
        """Declare the value that a cell has in clues, where that is not its digit.

        Parameters
        ----------
        cell
            A cell of the grid.
        domain
            The values that it may have.

        Returns
        -------
        Cell
            The new variable for the value.

        Raises
        ------
        ModelError
            If it has a value already.
        """
        value = self.variable(f"value of {cell_of(cell, 'the cell').name}", domain, cell.row, cell.column)
        value.digit = cell
        self.values[cell] = value
        self.__dict__.pop("box_of", None)
        return value

    def values_of(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The variables that sums and comparisons read in place of the cells.

        Parameters
        ----------
        cells
            Cells of the grid.

        Returns
        -------
        tuple
            For each cell the variable for its value, or the cell itself.
        """
        given = cells_of(cells, "the cells")
        return tuple([self.values.get(cell, cell) for cell in given]) if self.values else given

    def variable_of(self, cell: Cell, name: str, domain: Iterable[int]) -> Cell:
        """The variable ``name r1c1`` of a cell, which is declared at its first use.

        Parameters
        ----------
        cell
            A cell of the grid.
        name
            The first word of the variable's name.
        domain
            The domain of the variable, if it is new.

        Returns
        -------
        Cell
            The variable.
        """
        full_name = f"{text(name, 'the name of a variable')} {cell_of(cell, 'the cell').name}"
        known = self._by_name.get(full_name)
        if known is not None:
            return known
        return self._declare(full_name, ascending(full_name, domain), cell.row, cell.column)

    def cells_at(self, names: str | Iterable[str | Cell]) -> tuple[Cell, ...]:
        """The cells with given names.

        Parameters
        ----------
        names
            Cell names in a string, separated by blanks or commas; or an iterable of names and cells.

        Returns
        -------
        tuple
            The cells, in the given order.
        """
        if isinstance(names, str):
            return tuple(self[f"r{row}c{column}"] for row, column in geometry.parse_names(names))
        if isinstance(names, Cell):
            return (names,)
        return tuple(map(self._cell, listed(names, "the cells", "a text such as 'r1c1 r1c2', or a list of cells")))

    def give_grid(self, values: Any) -> None:
        """Fix the cells in reading order.

        Parameters
        ----------
        values
            A digit for each cell, with None, or 0 if it is not a digit, for an open one; rows of these, or an array; or
            a string with a symbol for each cell, or one for each row. ``.`` and the other `EMPTY_MARKS`, or ``0`` if it
            is not a digit, mark an open cell. White space is ignored.

        Raises
        ------
        ModelError
            If the number of entries is not that of the cells, or an entry is not a digit.

        >>> board = OpenGrid(2, 2, digits=(1, 2))
        >>> board.give_grid([[1, 0], [None, 2]])
        >>> board.givens
        {r1c1: 1, r2c2: 2}
        """
        entries = [self._digit_of(value) if isinstance(value, str) else value for value in entries_of(values)]
        if len(entries) != len(self.grid):
            raise ModelError(f"{self.name} has {len(self.grid)} cells, not {len(entries)}")
        for cell, value in zip(self.grid, entries, strict=True):
            if value is not None and (value != 0 or value is False or 0 in self.digits):
                self.give(cell, value)

    def _digit_of(self, symbol: str) -> int | None:
        if symbol in self.symbols:
            return self.digits[self.symbols.index(symbol)]
        if symbol in EMPTY_MARKS or symbol == "0":
            return None
        raise ModelError(f"{symbol!r} is neither one of the digits {self.symbols} nor . for an open cell")


def digits_of(digits: object) -> tuple[int, ...]:
    """Digits in ascending order.

    Raises
    ------
    ModelError
        If they are no collection of integers.
    """
    return tuple(sorted(set(integers(digits, "the digits", "a list of integers"))))


@lru_cache(maxsize=64)
def default_symbols(digits: tuple[int, ...] | range) -> str:
    """One character for each digit: 1–9 then A–Z from ten on; 36 digits end in 0. Empty if these are too few.

    >>> default_symbols(range(1, 13))
    '123456789ABC'
    """
    table = "0123456789" + _LETTERS
    if list(digits) == list(range(1, 37)):
        return table[1:] + "0"
    if all(0 <= digit < len(table) for digit in digits):
        return "".join(table[digit] for digit in digits)
    return ""


class OpenGrid(Board):
    """Rows of cells without houses.

    Parameters
    ----------
    height, width
        The numbers of rows and columns, 1 to 36.
    digits
        The digits that each cell may contain; a single one says nothing, and is not drawn.
    symbols
        One character for each digit, in ascending order of the digits, for reading and showing grids.

    Raises
    ------
    ModelError
        If there are no digits, or the number of rows or columns is out of range.

    >>> grid = OpenGrid(2, 3, digits=(0, 1))
    >>> len(grid.grid), len(grid.constraints)
    (6, 0)
    """

    def __init__(
        self, height: int, width: int, digits: Iterable[int], *, symbols: str | None = None, name: str = "grid"
    ) -> None:
        height, width = integer(height, "the height"), integer(width, "the width")
        if not (1 <= height <= MAX_SIZE and 1 <= width <= MAX_SIZE):
            raise ModelError(f"a grid has 1 to {MAX_SIZE} rows and columns, not {height}×{width}")
        values = digits_of(digits)
        if not values:
            raise ModelError("a grid needs digits")
        super().__init__(name, height, width, values, symbols)
        self._grid = tuple(self._declare_all(geometry.named_positions(height, width), values))
        if len(values) == 1:
            self.follows.update(self._grid)
        self.rows = tuple(self._grid[start : start + width] for start in range(0, height * width, width))
        self.box = None
        self.boxes = ()

    @property
    def grid(self) -> tuple[Cell, ...]:
        return self._grid


EMPTY_MARKS = ".*_?-·"
"""The characters that mark an empty cell, in addition to ``0`` if that is not a digit."""

_DIVIDERS = "|¦+=:,;#–—"


@lru_cache(maxsize=64)
def refuse_symbols(symbols: str) -> None:
    """Refuse characters that could not be read back as digits.

    Raises
    ------
    ModelError
        If one marks an empty cell, separates cells, draws a frame, is blank, or is invisible.

    >>> refuse_symbols("AB.C")
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: the symbol '.' cannot stand for a digit: it marks an empty cell
    """
    for symbol in symbols:
        if reason := _reason_against(symbol):
            raise ModelError(f"the symbol {symbol!r} cannot stand for a digit: it {reason}")


def _reason_against(symbol: str) -> str | None:
    if symbol in EMPTY_MARKS:
        return "marks an empty cell"
    if symbol in _DIVIDERS or "\u2500" <= symbol <= "\u257f":
        return "separates cells or begins a comment"
    if symbol.isspace() or not symbol.isprintable():
        return "is blank or a control character"
    if unicodedata.category(symbol).startswith("M"):
        return "combines with the character before it"
    return None
