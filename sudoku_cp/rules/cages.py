"""Cages: groups of cells with a sum."""

from __future__ import annotations

import builtins
from collections.abc import Generator, Iterator

from sudoku_cp.model import AllDifferent, Constraint, LinearExpression
from sudoku_cp.rules.drawings import Cage
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule


def _cage(cells: Cells, sum_: int | None) -> Iterator[Cage]:
    yield Cage(cells, label=str(sum_ or ""))


@rule("killer", draw=_cage)
def killer(cells: Cells, sum_: int | None = None, repeats: bool = False) -> Generator[Constraint, None, None]:
    """The digits in the cage add up to its sum (none, or 0: any sum) and differ, unless repeats are allowed."""
    if not repeats:
        yield AllDifferent(cells)
    if sum_:
        yield builtins.sum(cells, start=LinearExpression(())) == sum_
