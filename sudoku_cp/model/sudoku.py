"""A square grid with rows, columns and boxes: what most models start from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import overload

from sudoku_cp.model import geometry
from sudoku_cp.model.all_different import AllDifferent
from sudoku_cp.model.board import Board
from sudoku_cp.model.errors import ModelError
from sudoku_cp.model.linear import Cell
from sudoku_cp.model.model import Model

MAX_SIZE = 36


class Sudoku(Board):
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
        if not 1 <= size <= MAX_SIZE:
            raise ModelError(f"a grid has a size of 1 to {MAX_SIZE}, not {size}")
        if box is not None and regions is not None:
            raise ModelError("give either a box or regions, not both")
        all_digits = tuple(range(1, size + 1)) if digits is None else tuple(sorted(set(digits)))
        if len(all_digits) < size:
            raise ModelError(f"a grid of size {size} needs at least {size} digits, not {len(all_digits)}")
        super().__init__(name, size, size, all_digits, symbols)
        self.size = size
        grid = tuple(self._declare_all(geometry.named_positions(size), self.digits))
        self.rows = tuple([grid[start : start + size] for start in range(0, size * size, size)])
        self.columns = tuple([grid[column::size] for column in range(size)])
        self.box = None if regions is not None else (box or geometry.default_box(size))
        if regions is not None:
            positions = geometry.region_positions(size, regions)
        else:
            positions = geometry.box_positions(size, self.box or (1, size))
        self.boxes = tuple(
            [tuple([grid[(row - 1) * size + column - 1] for row, column in region]) for region in positions]
        )
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


def single_grid(model: Model) -> Sudoku:
    """Return the model where it is one grid.

    Raises
    ------
    ModelError
        If it is not.

    >>> single_grid(Sudoku(4)).size
    4
    """
    if not isinstance(model, Sudoku):
        raise ModelError(f"{model.name} is not a single grid with rows, columns and boxes")
    return model
