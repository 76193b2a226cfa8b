"""Cages: groups of cells with a sum, and signs between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product
from typing import Literal

from sudoku_cp.model import AllDifferent, AnyOf, Cell, Constraint, LinearExpression
from sudoku_cp.rules.drawings import Cage, Dot
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.repeats import refuse_repeats

_TURNED = {">": ">∨<∧", "<": "<∧>∨", "=": "=‖=‖"}
"""How each sign is drawn when the second cell is to the right of, below, to the left of or above the first."""

_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _cage(cells: Cells, sum_: int | None) -> Iterator[Cage]:
    yield Cage(cells, label="" if sum_ is None else str(sum_))


def _sign(cells: Cells, other: Cells, sign: str) -> Iterator[Dot]:
    """The sign on the first border between the two cages; cages that do not touch have none."""
    for pair in product(cells, other):
        if (step := _step(*pair)) in _SIDES:
            yield Dot(pair, label=_TURNED[sign][_SIDES.index(step)], bare=True)
            return


def _step(one: Cell, other: Cell) -> tuple[int, int]:
    if one.row is None or one.column is None or other.row is None or other.column is None:
        return 0, 0
    return other.row - one.row, other.column - one.column


@rule("killer", draw=_cage)
def killer(cells: Cells, sum_: int | None = None, repeats: bool = False) -> Generator[Constraint, None, None]:
    """The digits in the cage add up to its sum, if it has one, and do not repeat unless `repeats` is true."""
    if not repeats:
        refuse_repeats(cells, "cells")
        yield AllDifferent([cell.digit for cell in cells])
    if sum_ is not None:
        yield total(cells) == sum_


def _cage_of_sums(cells: Cells, sums: Numbers) -> Iterator[Cage]:
    yield Cage(cells, label="/".join(map(str, sums)))


@rule("multi_sum_cage", draw=_cage_of_sums)
def multi_sum_cage(cells: Cells, sums: Numbers, repeats: bool = False) -> Generator[Constraint, None, None]:
    """The digits in the cage add up to one of the sums and do not repeat unless `repeats` is true."""
    if not repeats:
        refuse_repeats(cells, "cells")
        yield AllDifferent([cell.digit for cell in cells])
    yield AnyOf(*(total(cells) == sum_ for sum_ in dict.fromkeys(sums)))


@rule("compare_cages", draw=_sign)
def compare_cages(cells: Cells, other: Cells, sign: Literal[">", "<", "="] = ">") -> Generator[Constraint, None, None]:
    """The sign compares the sum of the first cells with the sum of the others: greater, less or equal."""
    difference = total(cells) - total(other)
    match sign:
        case ">":
            yield difference > 0
        case "<":
            yield difference < 0
        case _:
            yield difference == 0


def total(cells: Cells) -> LinearExpression:
    """The sum of the cells."""
    return LinearExpression(tuple([(1, cell) for cell in cells]))
