"""Signs on the border between two cells."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudoku_cp.model import Constraint, Table
from sudoku_cp.rules.drawings import Dot
from sudoku_cp.rules.parameters import Pair
from sudoku_cp.rules.registry import rule


def _white_dot(cells: Pair, difference: int) -> Iterator[Dot]:
    yield Dot(cells, label="" if difference == 1 else str(difference))


def _black_dot(cells: Pair, ratio: int) -> Iterator[Dot]:
    yield Dot(cells, label="" if ratio == 2 else str(ratio), fill="black")


def _roman(cells: Pair, sum_: int) -> Iterator[Dot]:
    yield Dot(cells, label={5: "V", 10: "X"}.get(sum_, str(sum_)), bare=True)


@rule("kropki_white", draw=_white_dot)
def kropki_white(cells: Pair, difference: int = 1) -> Generator[Constraint, None, None]:
    """The two digits at a white dot differ by 1, or by the number on the dot."""
    yield Table.where(cells, lambda one, other: abs(one - other) == difference)


@rule("kropki_black", draw=_black_dot)
def kropki_black(cells: Pair, ratio: int = 2) -> Generator[Constraint, None, None]:
    """Of the two digits at a black dot one is twice the other, or as many times as the dot says."""
    yield Table.where(cells, lambda one, other: one == ratio * other or other == ratio * one)


@rule("xv", draw=_roman)
def xv(cells: Pair, sum_: int) -> Generator[Constraint, None, None]:
    """The two digits at an X add up to 10, at a V to 5, at a number to that number."""
    one, other = cells
    yield one + other == sum_
