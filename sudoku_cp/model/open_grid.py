"""A grid without implied constraints: digits may repeat in rows and columns."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp._base.arguments import integer
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import geometry
from sudoku_cp.model.board import Board, digits_of
from sudoku_cp.model.sudoku import MAX_SIZE


class OpenGrid(Board):
    """Rows of cells without houses.

    Parameters
    ----------
    height, width
        The numbers of rows and columns, 1 to 36.
    digits
        The digits that each cell may contain.

    Raises
    ------
    ModelError
        If there are no digits, or the number of rows or columns is out of range.

    >>> grid = OpenGrid(2, 3, digits=(0, 1))
    >>> len(grid.grid), len(grid.constraints)
    (6, 0)
    """

    def __init__(self, height: int, width: int, digits: Iterable[int], *, name: str = "grid") -> None:
        height, width = integer(height, "the height"), integer(width, "the width")
        if not (1 <= height <= MAX_SIZE and 1 <= width <= MAX_SIZE):
            raise ModelError(f"a grid has 1 to {MAX_SIZE} rows and columns, not {height}×{width}")
        values = digits_of(digits)
        if not values:
            raise ModelError("a grid needs digits")
        super().__init__(name, height, width, values, None)
        self._grid = tuple(self._declare_all(geometry.named_positions(height, width), values))
        self.rows = tuple(self._grid[start : start + width] for start in range(0, height * width, width))
        self.box = None
        self.boxes = ()

    @property
    def grid(self) -> tuple[Cell, ...]:
        return self._grid
