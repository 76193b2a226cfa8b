"""Clues outside the grid about the first cells that they see in a row or column, or about a diagonal."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Literal

from sudoku_cp.kernel import AnyOf, Automaton, Count, Element, Product
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.model import Cell, Constraint, ModelError, Relation, Sudoku
from sudoku_cp.rules.drawings import Outside
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.wording import Wording

Side = Literal["left", "right", "top", "bottom"]
"""The side of the grid with the clue; its index is the number of the row (left, right) or column (top, bottom)."""

Diagonal = Literal["down-right", "down-left", "up-right", "up-left"]


def seen_from(sudoku: Sudoku, side: str, index: int) -> Cells:
    """The cells of a row or column, the nearest to the side first.

    Raises
    ------
    ModelError
        If the grid has no such row or column.
    """
    kind, lines = ("rows", sudoku.rows) if side in ("left", "right") else ("columns", sudoku.columns)
    if not 1 <= index <= len(lines):
        raise ModelError(f"index: {kind} go from 1 to {len(lines)}, not {index}")
    line = lines[index - 1]
    return line if side in ("left", "top") else line[::-1]


def first_seen_from(sudoku: Sudoku, side: str, index: int, length: int | None) -> Cells:
    """The first `length` cells, or those in the first box or region.

    Raises
    ------
    ModelError
        If the line is shorter, or the grid has no boxes.
    """
    line = seen_from(sudoku, side, index)
    if length is None:
        if line[0] not in sudoku.box_of:
            raise ModelError("length must be given in a grid without boxes")
        box = sudoku.box_of[line[0]]
        length = next((at for at, cell in enumerate(line) if sudoku.box_of[cell] != box), len(line))
    if not 1 <= length <= len(line):
        raise ModelError(f"length: the line has {len(line)} cells, not {length}")
    return line[:length]


def values_seen_from(sudoku: Sudoku, side: str, index: int) -> Cells:
    """The values of the cells of a row or column, the nearest to the side first; see `seen_from`."""
    return sudoku.values_of(seen_from(sudoku, side, index))


def counts_digits(sudoku: Sudoku, line: Cells) -> bool:
    """Whether the values of all cells of the line are their digits, which differ."""
    return sudoku.values.keys().isdisjoint(line)


def outside_of(sudoku: Sudoku, side: str, index: int) -> tuple[int, int]:
    """(row, column) of the place outside the grid before the first cell seen from a side."""
    below, right = sudoku.height + 1, sudoku.width + 1
    return {"left": (index, 0), "right": (index, right), "top": (0, index), "bottom": (below, index)}[side]


def draw_value(sudoku: Sudoku, side: str, index: int, value: int) -> Iterator[Outside]:
    """A number outside the grid."""
    yield Outside(seen_from(sudoku, side, index), outside_of(sudoku, side, index), label=str(value))


def _digits(sudoku: Sudoku, side: str, index: int, digits: Numbers) -> Iterator[Outside]:
    label = " ".join(map(str, digits))
    yield Outside(seen_from(sudoku, side, index), outside_of(sudoku, side, index), label=label)


@rule(
    "outside",
    synonyms=(
        "frame clue",
        "outside digits",
    ),
    draw=_digits,
)
def outside(
    sudoku: Sudoku, side: Side, index: int, digits: Numbers, length: int | None = None
) -> Generator[Constraint, None, None]:
    """The digits of the clue occur in the first box seen from it, or in the first `length` cells."""
    for digit in digits:
        yield Count(first_seen_from(sudoku, side, index, length), frozenset({digit}), 1, Relation.AT_LEAST)


@rule(
    "margin_sum",
    synonyms=(
        "frame sum",
        "frame sudoku",
    ),
    draw=draw_value,
)
def margin_sum(
    sudoku: Sudoku, side: Side, index: int, value: int, length: int | None = None
) -> Generator[Constraint, None, None]:
    """The digits in the first box seen from the clue, or in the first `length` cells, add up to the value."""
    yield sum_of(sudoku.values_of(first_seen_from(sudoku, side, index, length))) == value


@rule(
    "margin_product",
    synonyms=(
        "frame product",
        "product frame",
    ),
    draw=draw_value,
)
def margin_product(
    sudoku: Sudoku, side: Side, index: int, value: int, length: int | None = None
) -> Generator[Constraint, None, None]:
    """The value is the product of the digits in the first box seen from the clue, or in the first `length` cells."""
    yield Product(sudoku.values_of(first_seen_from(sudoku, side, index, length)), value)


@rule(
    "numbered_room",
    synonyms=(
        "numbered rooms",
        "room",
    ),
    draw=draw_value,
    said=(
        Wording(
            (
                r"\bnumbered rooms?\b|\bclue\b[^.]*\b(?:nth|xth) (?:cell|position)"
                r"|\bposition\b[^.]*\bfirst (?:cell|digit)",
            ),
            "outside",
            label="value",
            by_name=True,
        ),
    ),
)
def numbered_room(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """The first digit seen from the clue is the position of the value in the row or column, counted from that side."""
    line = seen_from(sudoku, side, index)
    yield Element(line, line[0], value)


@rule("first_seen", synonyms=("first seen odd even",), draw=draw_value)
def first_seen(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """The value is the first digit of its own parity, odd or even, that is seen from the clue."""
    others = sum((digit - value) % 2 for digit in sudoku.digits)

    def step(skipped: int, digit: int) -> int | None:
        """Read the line; a state counts the digits of the other parity so far, and is -1 once the value was seen."""
        if skipped < 0 or digit == value:
            return -1
        return skipped + 1 if (digit - value) % 2 and skipped < others else None

    yield Automaton.stepping(seen_from(sudoku, side, index), 0, step, lambda skipped: skipped == -1)


def _order(sudoku: Sudoku, side: str, index: int, order: str) -> Iterator[Outside]:
    line, place = seen_from(sudoku, side, index), outside_of(sudoku, side, index)
    inwards = {"left": (0, 1), "right": (0, -1), "top": (1, 0), "bottom": (-1, 0)}[side]
    if order == "neither":
        yield Outside(line, place, label="–")
    else:
        rows, columns = inwards
        yield Outside(line, place, arrow=inwards if order == "increasing" else (-rows, -columns))


@rule("rossini", synonyms=("ascending arrow",), draw=_order)
def rossini(
    sudoku: Sudoku, side: Side, index: int, order: Literal["increasing", "decreasing", "neither"], length: int = 3
) -> Generator[Constraint, None, None]:
    """The first three digits seen from the clue, or the first `length` digits, increase, decrease or do neither.

    An arrow points towards the higher digits; without one, the digits neither strictly increase nor decrease.
    """
    pairs = list(pairwise(sudoku.values_of(first_seen_from(sudoku, side, index, length))))
    if order == "increasing":
        yield from (one < other for one, other in pairs)
    elif order == "decreasing":
        yield from (one > other for one, other in pairs)
    else:
        yield AnyOf(*(one >= other for one, other in pairs))
        yield AnyOf(*(one <= other for one, other in pairs))


def _diagonal(sudoku: Sudoku, start: Cell, direction: str) -> tuple[tuple[int, int], Cells]:
    """The step along a diagonal, and its cells."""
    vertical, horizontal = direction.split("-")
    rows, columns = {"down": 1, "up": -1}[vertical], {"right": 1, "left": -1}[horizontal]
    row, column = start.row, start.column
    if row is None or column is None or sudoku.has(row - rows, column - columns):
        raise ModelError(f"start: no arrow outside the grid points {direction} into {start.name}")
    cells = []
    while sudoku.has(row, column):
        cells.append(sudoku[row, column])
        row, column = row + rows, column + columns
    return (rows, columns), tuple(cells)


def _little_arrow(sudoku: Sudoku, start: Cell, direction: str, sum_: int) -> Iterator[Outside]:
    (rows, columns), cells = _diagonal(sudoku, start, direction)
    assert start.row is not None
    assert start.column is not None
    yield Outside(cells, (start.row - rows, start.column - columns), label=str(sum_), arrow=(rows, columns))


@rule(
    "little_killer",
    synonyms=(
        "diagonal sum",
        "snipe",
    ),
    draw=_little_arrow,
    of_digits=True,
    said=(
        Wording((r"\blittle[- ]killers?\b",), "diagonal", label="sum", by_name=True),
        Wording(
            (r"\b(?:sum|add|total)", r"\bdiagonals?\b|\barrows?\b"), "diagonal", label="sum", unless=r"\bcircle|\bpill"
        ),
    ),
)
def little_killer(sudoku: Sudoku, start: Cell, direction: Diagonal, sum_: int) -> Generator[Constraint, None, None]:
    """The digits along the diagonal that the arrow points to add up to the sum; digits may repeat."""
    yield sum_of(sudoku.values_of(_diagonal(sudoku, start, direction)[1])) == sum_
