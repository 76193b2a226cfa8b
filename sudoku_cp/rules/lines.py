"""Rules for the digits along a line."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations, pairwise

from sudoku_cp.model import AllDifferent, Cell, Constraint, Table
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule


@rule("thermo", draw=Line(bulb=True, width=0.3))
def thermo(line: Cells) -> Generator[Constraint, None, None]:
    """Digits strictly increase from the bulb of the thermometer to its end."""
    for lower, higher in pairwise(line):
        yield lower < higher


@rule("whisper", draw=Line(colour="#8fd98f"))
def whisper(line: Cells, difference: int = 5) -> Generator[Constraint, None, None]:
    """Neighbours on the line differ by at least the difference: 5 on a German whisper, 4 on a Dutch one."""
    for pair in pairwise(line):
        yield Table.where(pair, lambda one, other: abs(one - other) >= difference)


@rule("renban", draw=Line(colour="#e3a6e3"))
def renban(line: Cells) -> Generator[Constraint, None, None]:
    """The digits on the line are consecutive and different, in any order."""
    yield AllDifferent(line)
    for pair in combinations(line, 2):
        yield Table.where(pair, lambda one, other: abs(one - other) < len(line))


@rule("palindrome", draw=Line(colour="#b8bcc4"))
def palindrome(line: Cells) -> Generator[Constraint, None, None]:
    """The line reads the same from both ends."""
    for step in range(len(line) // 2):
        yield line[step] == line[-1 - step]


def _arrow(circle: Cell, line: Cells) -> Iterator[Line]:
    yield Line((circle, *line), circle=True, arrow=True, colour="#8c8c8c", width=0.06)


@rule("arrow", draw=_arrow)
def arrow(circle: Cell, line: Cells) -> Generator[Constraint, None, None]:
    """The digits along the arrow, which may repeat, add up to the digit in the circle."""
    yield circle == sum(line)
