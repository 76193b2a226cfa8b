"""Rules about the digits of the whole grid, or of a large part of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations

from sudoku_cp.model import AllDifferent, Board, Cardinality, Cell, Connected, Constraint, ModelError, Sudoku
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
    lacking: dict[str, list[Cell]] = {}
    for kind, houses in (("row", sudoku.rows), ("column", sudoku.columns), ("box", sudoku.boxes)):
        lacking[kind] = [
            sudoku.auxiliary(f"missing_from_{kind}_{number}", sudoku.digits[1:]) for number in range(1, size + 1)
        ]
        yield from (AllDifferent((*house, missing)) for house, missing in zip(houses, lacking[kind], strict=True))
        yield AllDifferent(lacking[kind])
    for row, cells in enumerate(sudoku.rows):
        for column, cell in enumerate(cells):
            missing = lacking["row"][row], lacking["column"][column], lacking["box"][sudoku.box_of[cell]]
            yield from ((cell != 0) | (one != other) for one, other in combinations(missing, 2))


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
