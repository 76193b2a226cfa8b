"""Rules about the digits of the whole grid, or of a large part of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations

from sudoku_cp.model import Board, Cardinality, Connected, Constraint, Count, CountDistinct, ModelError, Sudoku
from sudoku_cp.rules.drawings import Cage
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule


def _group(cells: Cells | None, values: Numbers) -> Iterator[Cage]:
    if cells is not None:
        yield Cage(cells, label=" ".join(map(str, values)))


@rule("doppelganger")
def doppelganger(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Every row, column and box contains 0 and lacks one digit.

    Two houses of the same kind, or that share a 0, lack different digits.

    Raises
    ------
    ModelError
        If the digits are not 0 to the size, or houses differ in size.
    """
    size = sudoku.size
    if tuple(sudoku.digits) != tuple(range(size + 1)) or not sudoku.boxes:
        raise ModelError(f"{sudoku.name} needs boxes and the digits 0 to {size}")
    if any(len(house) != size for house in sudoku.houses):
        raise ModelError("rows, columns and boxes must have the same number of cells")
    for house in sudoku.houses:
        yield Count(house, frozenset({0}), 1)
    # Houses do not repeat digits: they lack different digits exactly if each digit but 0 is in all houses but one.
    yield Cardinality(sudoku.grid, dict.fromkeys(sudoku.digits[1:], (size - 1,)))
    for row in sudoku.rows:
        for column, cell in enumerate(row):
            houses = row, sudoku.columns[column], sudoku.boxes[sudoku.box_of[cell]]
            for one, other in combinations(houses, 2):
                yield (cell != 0) | CountDistinct((*one, *other), size + 1)


@rule("one_digit_set")
def one_digit_set(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows, columns and boxes, or the largest of them, contain the same set of digits, which is to be found."""
    # Houses of one kind partition the grid and contain a digit at most once: it is in all of them, or in none.
    number = len(sudoku.grid) // max(map(len, sudoku.houses))
    yield Cardinality(sudoku.grid, dict.fromkeys(sudoku.digits, (0, number)))


@rule("connected_values", draw=_group, of_digits=True)
def connected_values(
    board: Board, values: Numbers, cells: Cells | None = None, size: int | None = None
) -> Generator[Constraint, None, None]:
    """The cells that contain one of the values form one orthogonally connected area, with the size given, if any.

    If cells are listed, only those count.
    """
    yield Connected.by_sides(cells or board.grid, values, size)
