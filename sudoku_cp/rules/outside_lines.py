"""Clues outside the grid that speak of a whole row or column: what is seen, or a sum of cells that digits point at.

Each is an automaton that reads the line. The digits of a line differ; the automata use that to rule out early what
such digits cannot make, so what they say of repeated digits means nothing. Where cells count as something else than
their digits, the ways to place what digits say are alternatives, each with the sum of its values.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from itertools import accumulate, combinations, permutations
from typing import Literal, NamedTuple

from sudoku_cp.model import DFA, AllOf, AnyOf, Automaton, Constraint, ModelError, Sudoku
from sudoku_cp.rules.cages import total
from sudoku_cp.rules.outside_cells import Side, draw_value, seen_from
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

Digits = tuple[int, ...]


class _Sums:
    """What a number of different digits can add up to: from the smallest ones to the largest ones."""

    def __init__(self, digits: Iterable[int]) -> None:
        ordered = sorted(digits)
        self.lowest = tuple(accumulate(ordered, initial=0))
        self.highest = tuple(accumulate(reversed(ordered), initial=0))

    def reach(self, count: int, total: int) -> bool:
        """Say whether so many digits may add up to the total."""
        return 0 <= count < len(self.lowest) and self.lowest[count] <= total <= self.highest[count]


class _Rest(NamedTuple):
    """Cells that do not count, cells that do, and what these must add up to."""

    skipped: int
    counted: int
    total: int

    def after(self, digit: int) -> _Rest:
        """What is left after one more cell."""
        if self.skipped:
            return self._replace(skipped=self.skipped - 1)
        return _Rest(0, self.counted - 1, self.total - digit) if self.counted else self


_DONE = _Rest(0, 0, 0)


def _rest(skipped: int, counted: int, total: int, sums: _Sums) -> _Rest | None:
    """The state to go on with, if different digits can make the total."""
    if not sums.reach(counted, total):
        return None
    return _Rest(skipped, counted, total) if counted else _DONE


@rule("skyscraper", draw=draw_value)
def skyscraper(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """Digits are the heights of buildings; the value is the number of them seen from the clue, past lower ones only."""
    line = seen_from(sudoku, side, index)
    if _counts_digits(sudoku, line):
        yield Automaton(line, _skyline(sudoku.digits, len(line), value))
    else:
        values = sudoku.values_of(line)
        yield Automaton(values, _skyline_of_values(_domain(values), value))


class _Skyline(NamedTuple):
    houses: int
    seen: int
    height: int
    """The rank of the highest house among the digits."""


@lru_cache(maxsize=256)
def _skyline(digits: Digits, length: int, value: int) -> DFA:
    rank_of = {digit: rank for rank, digit in enumerate(digits, 1)}

    def step(state: _Skyline, digit: int) -> _Skyline | None:
        houses, rank = state.houses + 1, rank_of[digit]
        seen, height = state.seen + (rank > state.height), max(rank, state.height)
        # So many different houses are not all lower than the lowest so many; and only higher ones can be seen later.
        possible = rank != state.height and houses <= min(height, length)
        return _Skyline(houses, seen, height) if possible and seen <= value <= seen + len(digits) - height else None

    def accepts(state: _Skyline) -> bool:
        return state.houses == length and state.seen == value

    return DFA.unfold(_Skyline(0, 0, 0), step, accepts, digits)


def _counts_digits(sudoku: Sudoku, line: Cells) -> bool:
    return sudoku.values.keys().isdisjoint(line)


def _domain(cells: Cells) -> Digits:
    return tuple(sorted({value for cell in cells for value in cell.domain}))


@lru_cache(maxsize=64)
def _skyline_of_values(domain: Digits, value: int) -> DFA:
    """Heights may be equal here."""

    def step(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        seen, highest = state
        if height <= highest:
            return state
        return (seen + 1, height) if seen < value else None

    return DFA.unfold((0, domain[0] - 1), step, lambda state: state[0] == value, domain)


@rule("x_sum", draw=draw_value)
def x_sum(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """The first X digits seen from the clue, where X is the first of them, add up to the value."""
    line = seen_from(sudoku, side, index)
    if _counts_digits(sudoku, line):
        yield Automaton(line, _x_sum(sudoku.digits, len(line), value))
    else:
        values = sudoku.values_of(line)
        lengths = [digit for digit in sudoku.digits if 0 <= digit <= len(line)]
        yield AnyOf(*(AllOf(line[0] == length, total(values[:length]) == value) for length in lengths))


@lru_cache(maxsize=1024)
def _x_sum(digits: Digits, length: int, value: int) -> DFA:
    sums = _Sums(digits)

    def step(state: _Rest | None, digit: int) -> _Rest | None:
        if state is not None:
            return _rest(*state.after(digit), sums)
        if digit == 0:
            return _DONE if value == 0 else None
        return _rest(0, digit - 1, value - digit, _Sums(set(digits) - {digit})) if digit <= length else None

    return DFA.unfold(None, step, lambda state: state == _DONE, digits)


Meeting = Literal["overlap", "gap"]


@rule("battlefield", draw=draw_value)
def battlefield(
    sudoku: Sudoku, side: Side, index: int, value: int, meeting: Meeting | None = None
) -> Generator[Constraint, None, None]:
    """The digits where the first X cells of the line and its last Y cells overlap, or in the gap, add up to the value.

    X and Y are the first and the last digit of the line. The meeting can be given: an overlap (hit) or a gap (broken
    ranks). Cells that just meet leave a gap of no cells.

    Raises
    ------
    ModelError
        If the line has fewer than two cells.
    """
    line = seen_from(sudoku, side, index)
    if len(line) < 2:
        raise ModelError("a battlefield needs a line of two cells or more")
    if _counts_digits(sudoku, line):
        yield Automaton((line[0], line[-1], *line[1:-1]), _battlefield(sudoku.digits, len(line), value, meeting))
        return
    values, fields = sudoku.values_of(line), []
    for first, last in permutations((digit for digit in sudoku.digits if 0 <= digit <= len(line)), 2):
        overlap = first + last > len(line)
        if meeting is None or overlap == (meeting == "overlap"):
            start, stop = sorted((first, len(line) - last))
            fields.append(AllOf(line[0] == first, line[-1] == last, total(values[start:stop]) == value))
    yield AnyOf(*fields)


@lru_cache(maxsize=1024)
def _battlefield(digits: Digits, length: int, value: int, meeting: Meeting | None) -> DFA:
    """The automaton that reads the first cell, the last one, and then those between."""
    sums = _Sums(digits)

    def step(state: _Rest | int | None, digit: int) -> _Rest | int | None:
        if state is None:
            return digit if 0 <= digit <= length else None
        if isinstance(state, _Rest):
            return _rest(*state.after(digit), sums)
        if digit == state or not 0 <= digit <= length:
            return None
        return field(state, digit)

    def field(first: int, last: int) -> _Rest | None:
        overlap = first + last > length
        if meeting is not None and overlap != (meeting == "overlap"):
            return None
        start, stop = (length - last, first) if overlap else (first, length - last)
        at_the_ends = first * (start == 0 < stop) + last * (start < length == stop)
        start, stop = max(start, 1), min(stop, length - 1)
        others = _Sums(set(digits) - {first, last})
        return _rest(start - 1, max(stop - start, 0), value - at_the_ends, others)

    return DFA.unfold(None, step, lambda state: state == _DONE, digits)


@rule("sandwich", draw=draw_value)
def sandwich(
    sudoku: Sudoku, side: Side, index: int, value: int, low: int | None = None, high: int | None = None
) -> Generator[Constraint, None, None]:
    """The digits between the lowest and the highest digit, or between two other digits, add up to the value.

    Raises
    ------
    ModelError
        If ``low`` and ``high`` are not two digits of the grid.
    """
    crusts = (sudoku.digits[0] if low is None else low, sudoku.digits[-1] if high is None else high)
    for name, crust in zip(("low", "high"), crusts, strict=True):
        if crust not in sudoku.digits:
            raise ModelError(f"{name}: {crust} is not a digit of {sudoku.name}")
    if crusts[0] == crusts[1]:
        raise ModelError(f"low and high must be two digits, not {crusts[0]} twice")
    line = seen_from(sudoku, side, index)
    if _counts_digits(sudoku, line):
        yield Automaton(line, _sandwich(sudoku.digits, frozenset(crusts), value))
        return
    values, sandwiches = sudoku.values_of(line), []
    for one, other in permutations(range(len(line)), 2):
        filling = values[min(one, other) + 1 : max(one, other)]
        sandwiches.append(AllOf(line[one] == crusts[0], line[other] == crusts[1], total(filling) == value))
    yield AnyOf(*sandwiches)


MOST_FILLERS = 8
"""The most digits between two crusts of which all sets are told apart."""


class _Sandwich(NamedTuple):
    crusts: int
    filling: frozenset[int]


class _Filling(NamedTuple):
    cells: int
    total: int


@lru_cache(maxsize=1024)
def _sandwich(digits: Digits, crusts: frozenset[int], value: int) -> DFA:
    """The automaton that remembers which digits the filling has: they stand nowhere else."""
    fillers = sorted(set(digits) - crusts)
    if len(fillers) > MOST_FILLERS:
        return _tall_sandwich(digits, crusts, value)
    fillings = [
        frozenset(filling)
        for size in range(len(fillers) + 1)
        for filling in combinations(fillers, size)
        if sum(filling) == value
    ]

    def step(state: _Sandwich, digit: int) -> _Sandwich | None:
        crusts_seen, filling = state
        if digit in crusts:
            may_be = crusts_seen == 0 or (crusts_seen == 1 and filling in fillings)
            return _Sandwich(crusts_seen + 1, filling) if may_be else None
        if digit in filling:
            return None
        if crusts_seen != 1:
            return state
        more = filling | {digit}
        return _Sandwich(1, more) if any(more <= complete for complete in fillings) else None

    return DFA.unfold(_Sandwich(0, frozenset()), step, lambda state: state.crusts == 2, digits)


def _tall_sandwich(digits: Digits, crusts: frozenset[int], value: int) -> DFA:
    """The automaton that remembers how many digits the filling has and what they add up to."""
    sums = _Sums(set(digits) - crusts)

    def may_become(filling: _Filling) -> bool:
        """Say whether different digits make what there is, and further ones can complete it."""
        cells, total = filling
        return sums.reach(cells, total) and any(
            sums.reach(more, value - total) and sums.reach(cells + more, value) for more in range(len(digits) - cells)
        )

    def step(state: _Filling | str, digit: int) -> _Filling | str | None:
        if not isinstance(state, _Filling):
            if digit in crusts:
                return _Filling(0, 0) if state == "before" else None
            return state
        if digit in crusts:
            return "after" if state.total == value else None
        filling = _Filling(state.cells + 1, state.total + digit)
        return filling if may_become(filling) else None

    before: _Filling | str = "before"
    return DFA.unfold(before, step, lambda state: state == "after", digits)
