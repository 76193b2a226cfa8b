"""Clues outside the grid that compare: the first hidden building, and the rank of a line among all lines."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Literal, get_args

from sudoku_cp.model import AnyOf, Automaton, Constraint, Exactly, LinearExpression, ModelError, Sudoku
from sudoku_cp.rules.outside_cells import Side, draw_value, seen_from, values_seen_from
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

LARGEST_NUMBER = 1 << 36
"""The bound of the numbers that lines are compared as."""


@rule("hidden_skyscraper", draw=draw_value)
def hidden_skyscraper(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """Digits are the heights of buildings; the value is the first one that is hidden from the clue by a taller one."""
    line = values_seen_from(sudoku, side, index)
    lowest = min(cell.domain[0] for cell in line)

    def step(state: tuple[int, bool], height: int) -> tuple[int, bool] | None:
        """A state is the tallest building so far, and whether the hidden one was found."""
        highest, found = state
        if found:
            return state
        if height < highest:
            return (lowest, True) if height == value else None
        return height, False

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
    own = _number(sudoku, line)
    if not 1 <= value <= len(others) + 1:
        yield AnyOf()
    elif len(sudoku.digits) == sudoku.size:
        # Each digit begins one line of each side, so that its lines have ranks next to one another.
        lower, rank = divmod(value - 1, len(lines))
        first = sudoku.digits[lower]
        rest = _number(sudoku, line[1:])
        yield line[0] == first
        rivals = [other for way, seen in lines.items() if way != side for other in seen]
        yield Exactly(rank, *((other[0] == first) & (_number(sudoku, other[1:]) < rest) for other in rivals))
    else:
        yield Exactly(value - 1, *(_number(sudoku, other) < own for other in others))
    if ties == "unclued":
        for other in others:
            yield _number(sudoku, other) != own


@rule("no_rank_ties")
def no_rank_ties(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows and columns, read from both ends as numbers, are different."""
    lines = [seen_from(sudoku, side, index) for side in get_args(Side) for index in range(1, sudoku.size + 1)]
    for one, other in combinations(lines, 2):
        yield _number(sudoku, one) != _number(sudoku, other)


def _number(sudoku: Sudoku, line: Cells) -> LinearExpression:
    """The line as a number, digit by digit."""
    lowest, base = sudoku.digits[0], sudoku.digits[-1] - sudoku.digits[0] + 1
    if base ** len(line) > LARGEST_NUMBER:
        raise ModelError(f"lines of {len(line)} cells are too long to be ranked")
    weights = [base**place for place in reversed(range(len(line)))]
    return LinearExpression(tuple(zip(weights, line, strict=True)), -lowest * sum(weights))
