"""Lines whose digits differ and, in any order, form a set of a certain kind."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

from sudoku_cp.model import DFA, AllDifferent, Automaton, Constraint, Table
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by_at_least, related_everywhere
from sudoku_cp.rules.repeats import refuse_repeats

MAX_SETS = 4096
"""The largest number of digit sets that an automaton tells apart.

On a renban, such an automaton needs a fortieth of the nodes that pairwise constraints need.
"""


@rule("renban", draw=Line(colour="#e3a6e3"))
def renban(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line form a set of consecutive digits, in any order, without repeats."""
    line = tuple(dict.fromkeys(line))  # the line may close to a loop
    yield AllDifferent(line)
    yield Automaton(line, _consecutive(_digits_of(line), len(line)))


@rule("nabner", draw=Line(colour="#d8c46a"))
def nabner(line: Cells) -> Generator[Constraint, None, None]:
    """No two digits on the line are equal or consecutive, wherever they are on it."""
    line = tuple(dict.fromkeys(line))  # the line may close to a loop
    yield AllDifferent(line)
    digits = _digits_of(line)
    if sum(comb(len(digits), size) for size in range(len(line) + 1)) <= MAX_SETS:
        yield Automaton(line, _scattered(digits, len(line)))
    else:
        yield from related_everywhere(combinations(line, 2), differ_by_at_least, 2)


@rule("index_line", draw=Line(bulb=True, colour="#c9b8dd", width=0.12), of_digits=True)
def index_line(line: Cells) -> Generator[Constraint, None, None]:
    """Cells are numbered from the bulb: if cell N contains the digit D, cell D contains the digit N."""
    places = dict(enumerate(line, 1))
    refuse_repeats(line, "line")
    yield AllDifferent(line)
    for cell in line:
        yield Table.where((cell,), places.__contains__)
    for (at, cell), (to, other) in combinations(places.items(), 2):
        yield Table.where((cell, other), lambda one, two, at=at, to=to: (one == to) == (two == at))


def _digits_of(line: Cells) -> tuple[int, ...]:
    domains = {cell.domain for cell in line}
    return domains.pop() if len(domains) == 1 else tuple(sorted(set().union(*domains)))


@lru_cache(maxsize=64)
def _consecutive(digits: tuple[int, ...], length: int) -> DFA:
    """Lines of different digits within a range as wide as the line is long."""
    windows = digits[-1] - digits[0] + 2 - length
    exact = max(windows, 1) << length <= 2 * MAX_SETS

    def extend(used: int, digit: int) -> int | None:
        """A state has a bit for each digit used or, if that makes too many states, for the smallest and the largest."""
        bit = 1 << (digit - digits[0])
        union = used | bit
        lowest, highest = union & -union, 1 << (union.bit_length() - 1)
        if used & bit or highest >= lowest << length:
            return None
        return union if exact else lowest | highest

    return _sets(extend, digits)


@lru_cache(maxsize=64)
def _scattered(digits: tuple[int, ...], length: int) -> DFA:
    """Lines of digits that are neither equal nor consecutive."""

    def extend(used: int, digit: int) -> int | None:
        bit = 2 << (digit - digits[0])
        near = bit | bit << 1 | bit >> 1
        return None if used & near or used.bit_count() == length else used | bit

    return _sets(extend, digits)


def _sets(extend: Callable[[int, int], int | None], digits: tuple[int, ...]) -> DFA:
    step: Callable[[Any, int], int | None] = extend
    return DFA.unfold(0, step, lambda used: True, digits)
