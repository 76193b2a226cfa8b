"""Clues outside the grid that compare: the first hidden building, and the rank of a line among all lines."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import combinations
from typing import Literal, get_args

from sudoku_cp.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Cell,
    Constraint,
    Element,
    Exactly,
    Linear,
    ModelError,
    Relation,
    Sudoku,
)
from sudoku_cp.rules.outside_cells import Side, counts_digits, draw_value, seen_from, values_seen_from
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

LARGEST_NUMBER = 1 << 36
"""The bound of the numbers that lines are compared as."""


@rule("hidden_skyscraper", draw=draw_value)
def hidden_skyscraper(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """Digits are the heights of buildings; the value is the first one that is hidden from the clue by a taller one."""
    line = values_seen_from(sudoku, side, index)
    lowest = min(cell.domain[0] for cell in line)
    differ = counts_digits(sudoku, seen_from(sudoku, side, index))

    def step(state: tuple[int, bool], height: int) -> tuple[int, bool] | None:
        """A state is the tallest building so far, and whether the hidden one was found."""
        highest, found = state
        if found:
            return state
        if height < highest:
            return (lowest, True) if height == value else None
        return None if differ and height in (highest, value) else (height, False)

    yield Automaton.stepping(line, (lowest - 1, False), step, lambda state: state[1])


@rule("full_rank", draw=draw_value)
def full_rank(
    sudoku: Sudoku, side: Side, index: int, value: int, ties: Literal["unclued", "any"] = "unclued"
) -> Generator[Constraint, None, None]:
    """Read rows and columns from both ends as numbers and rank them from the lowest: the value is the rank of this one.

    Ties are not allowed unless `ties` is "any".

    Raises
    ------
    ModelError
        If the grid is not square.
    """
    if not sudoku.is_square:
        raise ModelError(f"only the lines of a square grid can be ranked, not {sudoku.height} by {sudoku.width} cells")
    line = seen_from(sudoku, side, index)
    lines = {way: [seen_from(sudoku, way, number) for number in range(1, sudoku.size + 1)] for way in get_args(Side)}
    others = [other for way, seen in lines.items() for at, other in enumerate(seen, 1) if (way, at) != (side, index)]
    weights = _weights(sudoku)
    if not 1 <= value <= len(others) + 1:
        yield AnyOf()
    elif len(sudoku.digits) == sudoku.size:
        yield from _ranked_by_digit(sudoku, line, side, value - 1, ties == "unclued")
    else:
        yield Exactly(value - 1, *(_compared(weights, other, Relation.AT_MOST, line, -1) for other in others))
        if ties == "unclued":
            for other in others:
                yield _compared(weights, other, Relation.UNEQUAL, line)


def _ranked_by_digit(sudoku: Sudoku, line: Cells, side: Side, lower: int, strictly: bool) -> Iterator[Constraint]:
    """Each digit begins one line of each side, so that the ranks of its lines follow one another.

    So the first digit of the line follows from the number of lower lines, and one line of each other side begins with
    the same digit. One that is not lower is higher, or equal where that is allowed.
    """
    digits_lower, sides_lower = divmod(lower, len(get_args(Side)))
    first, weights = sudoku.digits[digits_lower], _weights(sudoku)[1:]
    yield line[0] == first
    rivals = [_line_that_begins_with(sudoku, way, first) for way in get_args(Side) if way != side]
    sides_higher = len(rivals) - sides_lower
    if sides_lower:
        yield Exactly(sides_lower, *(_compared(weights, rival, Relation.AT_MOST, line[1:], -1) for rival in rivals))
    if sides_higher:
        more = 1 if strictly else 0
        yield Exactly(sides_higher, *(_compared(weights, rival, Relation.AT_LEAST, line[1:], more) for rival in rivals))


def _line_that_begins_with(sudoku: Sudoku, side: Side, first: int) -> Cells:
    """Variables for the rest of the line of a side that begins with a digit, declared at their first use.

    There is always one such line, so their definitions hold whether the clue does or not.
    """
    name = f"{side} line of {first}"
    places = range(1, sudoku.size + 1)
    known = len(sudoku.cells)
    index = sudoku.auxiliary(name, places)
    others = [digit for digit in sudoku.digits if digit != first]
    rest = tuple(sudoku.auxiliary(f"{name}, {place}", others) for place in places[1:])
    if len(sudoku.cells) > known:
        begin, *columns = zip(*(seen_from(sudoku, side, number) for number in places), strict=True)
        sudoku.define(Element(begin, index, first), AllDifferent(rest))
        sudoku.define(*(Element(cells, index, cell) for cells, cell in zip(columns, rest, strict=True)))
    return rest


@rule("no_rank_ties")
def no_rank_ties(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows and columns, read from both ends as numbers, are different."""
    lines = [seen_from(sudoku, side, index) for side in get_args(Side) for index in range(1, sudoku.size + 1)]
    weights = _weights(sudoku)
    for one, other in combinations(lines, 2):
        yield _compared(weights, one, Relation.UNEQUAL, other)


def _weights(sudoku: Sudoku) -> tuple[int, ...]:
    """What each place of a line counts in its number."""
    base = sudoku.digits[-1] - sudoku.digits[0] + 1
    if base**sudoku.size > LARGEST_NUMBER:
        raise ModelError(f"lines of {sudoku.size} cells are too long to be ranked")
    return tuple(base**place for place in reversed(range(sudoku.size)))


def _compared(weights: Sequence[int], one: Cells, relation: Relation, other: Cells, more: int = 0) -> Linear:
    """The first line, read as a number, compared with the second and a little more."""
    weighed: dict[Cell, int] = {}
    for weight, here, there in zip(weights, one, other, strict=True):
        weighed[here] = weighed.get(here, 0) + weight
        weighed[there] = weighed.get(there, 0) - weight
    return Linear(tuple([(weight, cell) for cell, weight in weighed.items() if weight]), relation, more)
