"""Clues outside the grid that compare: the first hidden building, and the rank of a line among all lines."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

from sudoku_cp.model import DFA, Automaton, Cell, Constraint, Linear, ModelError, Rank, Relation, Sudoku
from sudoku_cp.rules.outside_cells import Side, counts_digits, draw_value, seen_from, values_seen_from
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

LARGEST_NUMBER = 1 << 36
"""The bound of the numbers that lines are compared as."""


@rule("hidden_skyscraper", draw=draw_value)
def hidden_skyscraper(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """Digits are the heights of buildings; the value is the first one that is hidden from the clue by a taller one."""
    line = values_seen_from(sudoku, side, index)
    heights = tuple(sorted({height for cell in line for height in cell.domain}))
    yield Automaton(line, _hides(value, heights, counts_digits(sudoku, seen_from(sudoku, side, index))))


@lru_cache(maxsize=1024)
def _hides(value: int, heights: tuple[int, ...], differ: bool) -> DFA:
    """Read heights up to the first that is lower than one before it: the value. They may all `differ`."""
    lowest = heights[0]

    def step(state: tuple[int, bool], height: int) -> tuple[int, bool] | None:
        """A state is the tallest building so far, and whether the hidden one was found."""
        highest, found = state
        if found:
            return state
        if height < highest:
            return (lowest, True) if height == value else None
        return None if differ and height in (highest, value) else (height, False)

    return DFA.unfold((lowest - 1, False), step, lambda state: state[1], heights)


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
    _require_lines_of_one_length(sudoku)
    others = [line for end, line in _lines(sudoku).items() if end != (side, index)]
    yield Rank(seen_from(sudoku, side, index), tuple(others), value, ties == "any")


def _require_lines_of_one_length(sudoku: Sudoku) -> None:
    if not sudoku.is_square:
        raise ModelError(f"only the lines of a square grid can be ranked, not {sudoku.height} by {sudoku.width} cells")


def _lines(sudoku: Sudoku) -> dict[tuple[str, int], Cells]:
    """The rows and columns, by side and index."""
    rows, columns = sudoku.rows, sudoku.columns
    return {
        (side, index): line[::way]
        for side, lines, way in (("left", rows, 1), ("right", rows, -1), ("top", columns, 1), ("bottom", columns, -1))
        for index, line in enumerate(lines, 1)
    }


@rule("no_rank_ties")
def no_rank_ties(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows and columns, read from both ends as numbers, are different.

    Raises
    ------
    ModelError
        If the grid is not square.
    """
    _require_lines_of_one_length(sudoku)
    weights, lines = _weights(sudoku), (*sudoku.rows, *sudoku.columns)
    for line in lines:
        yield _differ(weights, line, line[::-1])
    for one, other in combinations(lines, 2):  # if these differ, so do both read from their other ends
        yield _differ(weights, one, other)
        yield _differ(weights, one, other[::-1])


def _weights(sudoku: Sudoku) -> tuple[int, ...]:
    """What each place of a line counts in its number."""
    base = sudoku.digits[-1] - sudoku.digits[0] + 1
    if base**sudoku.size > LARGEST_NUMBER:
        raise ModelError(f"lines of {sudoku.size} cells are too long to be ranked")
    return tuple(base**place for place in reversed(range(sudoku.size)))


def _differ(weights: Sequence[int], one: Cells, other: Cells) -> Linear:
    """The lines, read as numbers, are different."""
    weighed: dict[Cell, int] = {}
    for weight, here, there in zip(weights, one, other, strict=True):
        weighed[here] = weighed.get(here, 0) + weight
        weighed[there] = weighed.get(there, 0) - weight
    return Linear(tuple([(weight, cell) for cell, weight in weighed.items() if weight]), Relation.UNEQUAL, 0)
