"""A single grid with rows, columns and boxes, on which most models are based."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, overload

from sudoku_cp._base.arguments import are_ints, integer, is_integer, one_or_more, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import geometry
from sudoku_cp.model.board import MAX_SIZE, Board, digits_of
from sudoku_cp.model.model import Model


class Sudoku(Board):
    """A grid with different digits in each row, column and box (or region).

    Parameters
    ----------
    size
        The number of rows and columns, 1 to 36; or the numbers of rows and of columns, ``(6, 9)``.
    box
        The height and width of a box; by default those of the most nearly square box with as many cells as the longer
        side, such as (2, 3) for size 6.
    regions
        Irregular regions of equal size instead of boxes, as a label for each cell (see `geometry.region_positions`);
        ``()`` makes a Latin square.
    digits
        The digits, at least as many as cells in the largest row, column or box; by default 1 to the longer side. If
        a house has fewer cells than there are digits, some digits do not occur in it.
    symbols
        One character for each digit, in ascending order of the digits, for reading and showing grids.
    grid
        The givens, as `give_grid` takes them: a text, lists or an array.

    Raises
    ------
    ModelError
        If these parameters contradict each other.

    >>> sudoku = Sudoku(4)
    >>> sudoku[1, 1] is sudoku["r1c1"]
    True
    >>> sudoku.boxes[1]
    (r1c3, r1c4, r2c3, r2c4)
    """

    def __init__(
        self,
        size: int | tuple[int, int] = 9,
        *,
        box: tuple[int, int] | None = None,
        regions: str | Sequence[Sequence[Hashable]] | None = None,
        digits: Iterable[int] | None = None,
        symbols: str | None = None,
        name: str = "sudoku",
        grid: Any = None,
    ) -> None:
        sides = one_or_more(size, "the size", "an integer, or (rows, columns)")
        if len(sides) not in (1, 2):
            raise refused("the size", "an integer, or (rows, columns)", size)
        height, width = sides[0], sides[-1]
        if not (1 <= height <= MAX_SIZE and 1 <= width <= MAX_SIZE):
            raise ModelError(f"the size must be from 1 to {MAX_SIZE}, not {_shape(height, width)}")
        if box is not None and regions is not None:
            raise ModelError("give either a box or regions, not both")
        longer = max(height, width)
        all_digits = tuple(range(1, longer + 1)) if digits is None else digits_of(digits)
        if len(all_digits) < longer:
            shape = _shape(height, width)
            raise ModelError(f"a grid of size {shape} needs at least {longer} digits, not {len(all_digits)}")
        super().__init__(name, height, width, all_digits, symbols)
        self.size = longer
        """The number of rows or columns, whichever is larger."""
        cells_of_grid = tuple(self._declare_all(geometry.named_positions(height, width), self.digits))
        self.rows = tuple([cells_of_grid[start : start + width] for start in range(0, height * width, width)])
        self.columns = tuple([cells_of_grid[column::width] for column in range(width)])
        self.box: tuple[int, int] | None = None
        if regions is None:
            self.box = geometry.default_box(height, width) if box is None else geometry.box_of(box)
            positions = geometry.box_positions(height, width, self.box)
        else:
            positions = geometry.region_positions(height, width, regions)
        if positions and len(positions[0]) > len(all_digits):
            raise ModelError(f"a box of {len(positions[0])} cells has more cells than there are digits")
        self.boxes = tuple(
            [tuple([cells_of_grid[(row - 1) * width + column - 1] for row, column in region]) for region in positions]
        )
        kinds = (("row", self.rows), ("column", self.columns), ("box", self.boxes))
        self._constraints += [
            AllDifferent(cells, label=f"{kind} {number}")
            for kind, houses in kinds
            for number, cells in enumerate(houses, 1)
        ]
        if grid is not None:
            self.give_grid(grid)

    @cached_property
    def grid(self) -> tuple[Cell, ...]:
        """The cells of the grid in reading order, without further variables."""
        return self.cells[: self.height * self.width]

    @property
    def is_square(self) -> bool:
        """Whether the numbers of rows and columns are equal."""
        return self.height == self.width

    @property
    def houses(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows, the columns and the boxes."""
        return (*self.rows, *self.columns, *self.boxes)

    @property
    def diagonals(self) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The diagonal from the top left downwards, and the one from the bottom left upwards.

        Raises
        ------
        ModelError
            If the grid is not square.
        """
        if not self.is_square:
            raise ModelError(f"a grid of {self.height}×{self.width} cells has no main diagonals")
        falling = tuple(self.rows[step][step] for step in range(self.size))
        rising = tuple(self.rows[self.size - 1 - step][step] for step in range(self.size))
        return falling, rising

    @overload
    def __getitem__(self, name: str) -> Cell: ...
    @overload
    def __getitem__(self, name: tuple[int, int]) -> Cell: ...
    def __getitem__(self, name: str | tuple[int, int]) -> Cell:
        """The cell at (row, column), counted from 1, or with a name such as ``"r1c1"``."""
        if isinstance(name, str):
            return super().__getitem__(name)
        if not isinstance(name, tuple) or len(name) != 2 or not (are_ints(name) or all(map(is_integer, name))):
            raise refused("a cell", "given as (row, column) or by name, such as 'r1c2'", name)
        row, column = name
        if not (1 <= row <= self.height and 1 <= column <= self.width):
            extent = f"rows go from 1 to {self.height}, columns to {self.width}"
            raise ModelError(f"({row}, {column}) is outside the grid: {extent}")
        return self.rows[row - 1][column - 1]

    def has(self, row: int, column: int) -> bool:
        """Return whether (row, column) lies in the grid.

        Parameters
        ----------
        row, column
            The place, counted from 1.

        Returns
        -------
        bool
            Whether there is such a cell.
        """
        return 1 <= integer(row, "the row") <= self.height and 1 <= integer(column, "the column") <= self.width


def _shape(height: int, width: int) -> str:
    return str(height) if height == width else f"{height}×{width}"


def single_grid(model: Model) -> Sudoku:
    """Return the model if it is a single grid.

    Raises
    ------
    ModelError
        If it is not a single grid.

    >>> single_grid(Sudoku(4)).size
    4
    """
    if not isinstance(model, Sudoku):
        raise ModelError(f"{model.name} is not a single grid with rows, columns and boxes")
    return model
