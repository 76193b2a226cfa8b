"""Rules about single cells: even and odd digits, and digits that give the positions of other digits."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudoku_cp.model import Cell, Constraint, ModelError, Sudoku
from sudoku_cp.rules.drawings import Mark, Shade
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import has_remainder, related, related_everywhere
from sudoku_cp.rules.wording import Wording

SHADE = Shade(colour="#f0e6d2")


def _indexing_columns(sudoku: Sudoku, columns: Numbers) -> Iterator[Shade]:
    for column in columns:
        yield Shade(sudoku.columns[column - 1], colour=SHADE.colour)


@rule("row_indexing", synonyms=("indexing",), draw=SHADE, of_digits=True)
def row_indexing(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """A digit D in row R means that the digit R is in row D of the same column."""
    for cell in cells:
        row, column = _position(sudoku, cell)
        yield from _points(cell, sudoku.columns[column - 1], row)


@rule(
    "column_indexing",
    synonyms=(
        "indexing",
        "159",
    ),
    draw=SHADE,
    of_digits=True,
)
def column_indexing(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """A digit D in column C means that the digit C is in column D of the same row."""
    for cell in cells:
        row, column = _position(sudoku, cell)
        yield from _points(cell, sudoku.rows[row - 1], column)


@rule("box_indexing", synonyms=("indexing",), draw=SHADE, of_digits=True)
def box_indexing(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """A digit D in position P of a box means that the digit P is in position D; positions are numbered row by row.

    Raises
    ------
    ModelError
        If a cell is in no box.
    """
    for cell in cells:
        if cell not in sudoku.box_of:
            raise ModelError(f"cells: {cell.name} is in no box")
        box = sudoku.boxes[sudoku.box_of[cell]]
        place = [other.name for other in box].index(cell.name)
        yield from _points(cell, box, place + 1)


@rule("indexing_159", synonyms=("159",), draw=_indexing_columns, of_digits=True)
def indexing_159(sudoku: Sudoku, columns: Numbers = (1, 5, 9)) -> Generator[Constraint, None, None]:
    """A digit D in column C means that the digit C is in column D of the same row; C is 1, 5 or 9, or a listed column.

    Raises
    ------
    ModelError
        If the grid lacks a column.
    """
    for column in columns:
        if not 1 <= column <= sudoku.width:
            raise ModelError(f"columns: {column} is not a column of a grid of {sudoku.width} columns")
        for row in sudoku.rows:
            yield from _points(row[column - 1], row, column)


@rule("value_indexing", draw=SHADE, of_digits=True)
def value_indexing(index: Cell, value: Cell, cells: Cells) -> Generator[Constraint, None, None]:
    """The index cell contains the position, among the cells, of a cell with the same digit as the value cell."""
    for place in index.domain:
        if 1 <= place <= len(cells):
            yield (index != place) | (cells[place - 1] == value)
        else:
            yield index != place


def _points(cell: Cell, house: Cells, digit: int) -> Iterator[Constraint]:
    """Require that the cell contains the place of the digit in the house, and the reverse: a digit has one place."""
    yield related((cell,), _is_place, len(house))
    for place, target in enumerate(house, 1):
        if target is cell:
            yield related((cell,), _points_at_itself, place, digit)
        else:
            yield related((cell, target), _point_at_each_other, place, digit)


def _is_place(place: int, places: int) -> bool:
    return 1 <= place <= places


def _points_at_itself(value: int, place: int, digit: int) -> bool:
    return (value == place) == (value == digit)


def _point_at_each_other(one: int, other: int, place: int, digit: int) -> bool:
    return (one == place) == (other == digit)


def _position(sudoku: Sudoku, cell: Cell) -> tuple[int, int]:
    if cell.row is None or cell.column is None:
        raise ModelError(f"cells: {cell.name} is not in the grid of {sudoku.name}")
    return cell.row, cell.column


@rule(
    "even",
    synonyms=(
        "even cell",
        "square",
    ),
    draw=Mark(figure="square"),
    of_digits=True,
    said=(Wording((r"\beven\b",), ("cell", "shade"), "grey", figure="square", unless=r"\blines?\b|all even|how many"),),
)
def even(cells: Cells) -> Generator[Constraint, None, None]:
    """Each cell with a grey square contains an even digit."""
    yield from related_everywhere(((cell,) for cell in cells), has_remainder, 2, 0)


@rule(
    "odd",
    synonyms=(
        "odd cell",
        "circle",
    ),
    draw=Mark(figure="disc"),
    of_digits=True,
    said=(
        Wording(
            (r"\bodd\b",), ("cell", "shade"), "grey", figure="circle", unless=r"\blines?\b|all odd|how many|odd-length"
        ),
    ),
)
def odd(cells: Cells) -> Generator[Constraint, None, None]:
    """Each cell with a grey circle contains an odd digit."""
    yield from related_everywhere(((cell,) for cell in cells), has_remainder, 2, 1)
