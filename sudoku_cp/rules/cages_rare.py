"""Cages with conditions other than the sum of all their digits."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import combinations, permutations

from sudoku_cp.model import (
    NFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    LinearExpression,
    ModelError,
)
from sudoku_cp.rules.drawings import Cage, Line, Shade
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.repeats import refuse_repeats


def _sum_cage(cells: Cells, sum_: int) -> Iterator[Cage]:
    yield Cage(cells, label=str(sum_), colour="#a33")


@rule("rellik", draw=_sum_cage)
def rellik(cells: Cells, sum_: int) -> Generator[Constraint, None, None]:
    """No digit and no combination of digits in the cage adds up to the sum; digits may repeat.

    Raises
    ------
    ModelError
        If a digit may be negative.
    """
    if any(digit < 0 for cell in cells for digit in cell.domain):
        raise ModelError("cells: a rellik cage needs digits that are not negative")

    def step(sums: int, digit: int) -> int | None:
        """Read the cage; bit k of a state means that some of the digits so far, or none, add up to k."""
        if digit == sum_:
            return None
        grown = (sums | sums << digit) & ((1 << sum_ + 1) - 1)
        return None if grown >> sum_ & 1 else grown

    if sum_ > 0:
        yield Automaton.stepping(cells, 1, step)
    elif sum_ == 0:
        yield Count(cells, frozenset({0}), 0)


@rule("equality_cage", draw=Shade(colour="#e2efe9"), of_digits=True)
def equality_cage(cells: Cells) -> Generator[Constraint, None, None]:
    """The cage has as many even as odd digits and as many low as high digits; digits do not repeat.

    If the number of digits is odd, the middle one is neither low nor high and cannot occur.

    Raises
    ------
    ModelError
        If the number of cells is odd.
    """
    if len(cells) % 2:
        raise ModelError(f"cells: an equality cage needs an even number of cells, not {len(cells)}")
    digits = sorted({digit for cell in cells for digit in cell.domain})
    half = len(cells) // 2
    refuse_repeats(cells, "cells")
    yield AllDifferent(cells)
    yield Count(cells, frozenset(digit for digit in digits if digit % 2 == 0), half)
    yield Count(cells, frozenset(digits[: len(digits) // 2]), half)
    yield Count(cells, frozenset(digits[(len(digits) + 1) // 2 :]), half)


def _lunchbox(cells: Cells) -> Iterator[Line]:
    yield Line(cells, width=0.5, colour="#dcdcdc")


@rule("lunchbox", draw=_lunchbox)
def lunchbox(cells: Cells, sum_: int) -> Generator[Constraint, None, None]:
    """The digits between the lowest and the highest digit of the line add up to the sum; digits do not repeat.

    Raises
    ------
    ModelError
        If there are fewer than two cells.
    """
    if len(cells) < 2:
        raise ModelError("cells: a lunchbox needs at least two cells")
    refuse_repeats(cells, "cells")
    yield AllDifferent(cell.digit for cell in cells)
    digits = tuple(sorted({digit for cell in cells for digit in cell.domain}))
    if len(digits) <= MOST_DIGITS and all(cell.digit is cell for cell in cells):
        yield Automaton(cells, _eater(digits, sum_))
        return
    meals = []
    for low, high in permutations(range(len(cells)), 2):
        inside = cells[min(low, high) + 1 : max(low, high)]
        ends = [cells[low] < cells[high]]
        ends += [cells[low] < cell for at, cell in enumerate(cells) if at not in (low, high)]
        ends += [cell < cells[high] for at, cell in enumerate(cells) if at not in (low, high)]
        meals.append(AllOf(*ends, sum(inside, LinearExpression(())) == sum_))
    yield AnyOf(*meals)


MOST_DIGITS = 10
"""The largest number of digits for which the automaton of a lunchbox remembers the set of those between the ends."""


@lru_cache(maxsize=1024)
def _eater(digits: tuple[int, ...], sum_: int) -> NFA:
    """The automaton that guesses the lowest and the highest digit, and remembers which ones it has read between them.

    A set of digits is a mask over those between the lowest and the highest.
    """
    rows: list[dict[int, frozenset[int]]] = []
    before_states, after_states = set(), set()
    for low, high in combinations(digits, 2):
        between = [digit for digit in digits if low < digit < high]
        masks = range(1 << len(between))
        meals = {mask for mask in masks if sum(digit for at, digit in enumerate(between) if mask >> at & 1) == sum_}
        eaten = [mask for mask in masks if any(mask & meal == mask for meal in meals)]
        if not meals:
            continue
        before, after = len(rows), len(rows) + 1
        starting: dict[int, frozenset[int]] = dict.fromkeys(between, frozenset({before}))
        rows += [starting, dict.fromkeys(between, frozenset({after}))]
        for first, last in ((low, high), (high, low)):
            state_of = {mask: frozenset({len(rows) + at}) for at, mask in enumerate(eaten)}
            starting[first] = state_of[0]
            for mask in eaten:
                row = {
                    digit: state_of[mask | 1 << at]
                    for at, digit in enumerate(between)
                    if not mask >> at & 1 and mask | 1 << at in state_of
                }
                if mask in meals:
                    row[last] = frozenset({after})
                rows.append(row)
        before_states.add(before)
        after_states.add(after)
    return NFA(tuple(rows), frozenset(after_states), frozenset(before_states))
