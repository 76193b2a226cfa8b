"""Places in documents of SudokuMaker: cells, edges, corners and cells outside the grid are running numbers.

The numbers of a grid with 3 rows and columns:

```
  cells        edges            corners          outside
 0  1  2     □  1 □  2 □      0   1   2   3     0  1  2  3  4
 3  4  5     3    4    5        □   □   □       5  □  □  □  9
 6  7  8     □  7 □  8 □      4   5   6   7    10  □  □  □ 14
             9   10   11        □   □   □      15  □  □  □ 19
             □ 13 □ 14 □      8   9  10  11    20 21 22 23 24
                                □   □   □
                             12  13  14  15
```
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudoku_cp.model import InputError

Place = tuple[int, int]
"""A row and a column, from 1; 0 and one beyond the last are outside the grid."""


def named(place: Place) -> str:
    """The name of a cell, such as ``r1c2``."""
    return f"r{place[0]}c{place[1]}"


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a grid with ``size`` rows and columns."""

    size: int

    def cell(self, number: object) -> str:
        """The name of a cell.

        Raises
        ------
        InputError
            If there is no such cell.
        """
        row, column = divmod(_number(number, "cell", self.size**2), self.size)
        return named((row + 1, column + 1))

    def cells(self, numbers: object) -> list[str]:
        """The names of several cells, at least one.

        Raises
        ------
        InputError
            If they are not a list, there are none, or one does not exist.
        """
        if not isinstance(numbers, list) or not numbers:
            raise InputError(f"a list of cells was expected, not {numbers!r}")
        return [self.cell(number) for number in numbers]

    def edge(self, number: object) -> list[str]:
        """The two cells on either side of an edge.

        Raises
        ------
        InputError
            If there is no such edge between two cells.
        """
        half_row, column = divmod(_number(number, "edge", 2 * self.size**2), self.size)
        row, is_below = divmod(half_row, 2)
        one, other = ((row, column), (row + 1, column)) if is_below else ((row, column - 1), (row, column))
        return self._inside([one, other], f"edge {number}")

    def corner(self, number: object) -> list[str]:
        """The four cells around a corner.

        Raises
        ------
        InputError
            If there is no such corner inside the grid.
        """
        row, column = divmod(_number(number, "corner", (self.size + 1) ** 2), self.size + 1)
        around = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
        return self._inside(around, f"corner {number}")

    def outside(self, number: object) -> Place:
        """The place of a cell outside the grid.

        Raises
        ------
        InputError
            If there is no such cell, or it is inside the grid.
        """
        place = divmod(_number(number, "outside cell", (self.size + 2) ** 2), self.size + 2)
        if all(1 <= coordinate <= self.size for coordinate in place):
            raise InputError(f"outside cell {number} is inside the grid")
        return place

    def _inside(self, cells: Iterable[Place], place: str) -> list[str]:
        found = [(row + 1, column + 1) for row, column in cells]
        if any(not 1 <= coordinate <= self.size for cell in found for coordinate in cell):
            raise InputError(f"{place} is at the border of the grid")
        return [named(cell) for cell in found]


def _number(number: object, kind: str, count: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < count:
        raise InputError(f"{kind} must be a number from 0 to {count - 1}, not {number!r}")
    return number
