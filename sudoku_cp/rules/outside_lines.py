"""Clues outside the grid about a whole row or column: visible buildings, sums of cells that digits select, and ranks.

Most are an automaton that reads the line. The automata rely on different digits in the line to rule out impossible
sums early, so they mean nothing for a line with repeated digits. Where cells have values other than their digits, each
possible selection of cells is an alternative, with the sum of its values.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, permutations
from typing import Literal, NamedTuple

from sudoku_cp.kernel import DFA, AllOf, AnyOf, Automaton, Linear, Rank
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.model import Cell, Constraint, ModelError, Relation, Sudoku
from sudoku_cp.rules.outside_cells import Side, counts_digits, draw_value, seen_from, values_seen_from
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.wording import Wording

Digits = tuple[int, ...]


class _Sums:
    """The least and the greatest sum of each number of different digits."""

    def __init__(self, digits: Iterable[int]) -> None:
        ordered = sorted(digits)
        self.lowest = tuple(accumulate(ordered, initial=0))
        self.highest = tuple(accumulate(reversed(ordered), initial=0))

    def reach(self, count: int, total: int) -> bool:
        """Whether `count` different digits may add up to the total."""
        return 0 <= count < len(self.lowest) and self.lowest[count] <= total <= self.highest[count]


class _Rest(NamedTuple):
    """The numbers of cells that do not count and of cells that do, and the sum of the latter."""

    skipped: int
    counted: int
    total: int

    def after(self, digit: int) -> _Rest:
        """The part that is left after one more cell."""
        if self.skipped:
            return self._replace(skipped=self.skipped - 1)
        return _Rest(0, self.counted - 1, self.total - digit) if self.counted else self


_DONE = _Rest(0, 0, 0)


def _rest(skipped: int, counted: int, total: int, sums: _Sums) -> _Rest | None:
    """The next state, if different digits can add up to the total."""
    if not sums.reach(counted, total):
        return None
    return _Rest(skipped, counted, total) if counted else _DONE


@rule(
    "skyscraper",
    synonyms=(
        "skyscrapers",
        "tower",
    ),
    draw=draw_value,
    said=(Wording((r"\bskyscrapers?\b|\bbuildings\b",), "outside", label="value", by_name=True),),
)
def skyscraper(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """Digits are the heights of buildings; the value is the number visible from the clue, past shorter ones only."""
    line = seen_from(sudoku, side, index)
    if counts_digits(sudoku, line):
        yield Automaton(line, _skyline(sudoku.digits, len(line), value))
    else:
        values = sudoku.values_of(line)
        yield Automaton(values, _skyline_of_values(_domain(values), value))


class _Skyline(NamedTuple):
    houses: int
    seen: int
    height: int
    """The rank of the tallest building among the digits."""


@lru_cache(maxsize=256)
def _skyline(digits: Digits, length: int, value: int) -> DFA:
    rank_of = {digit: rank for rank, digit in enumerate(digits, 1)}

    def step(state: _Skyline, digit: int) -> _Skyline | None:
        houses, rank = state.houses + 1, rank_of[digit]
        seen, height = state.seen + (rank > state.height), max(rank, state.height)
        # Different buildings cannot all be lower than as many of the lowest, and only taller ones can be seen later.
        possible = rank != state.height and houses <= min(height, length)
        return _Skyline(houses, seen, height) if possible and seen <= value <= seen + len(digits) - height else None

    def accepts(state: _Skyline) -> bool:
        return state.houses == length and state.seen == value

    return DFA.unfold(_Skyline(0, 0, 0), step, accepts, digits)


def _domain(cells: Cells) -> Digits:
    return tuple(sorted({value for cell in cells for value in cell.domain}))


@lru_cache(maxsize=64)
def _skyline_of_values(domain: Digits, value: int) -> DFA:
    """A skyscraper clue on values, where buildings may have equal heights."""

    def step(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        seen, highest = state
        if height <= highest:
            return state
        return (seen + 1, height) if seen < value else None

    return DFA.unfold((0, domain[0] - 1), step, lambda state: state[0] == value, domain)


@rule(
    "x_sum",
    synonyms=(
        "x-sum",
        "x-sums",
        "xsum",
        "xsums",
    ),
    draw=draw_value,
    said=(Wording((r"\bx-sums?\b|\bx sums\b|\bfirst x (?:digits|cells)\b",), "outside", label="value", by_name=True),),
)
def x_sum(sudoku: Sudoku, side: Side, index: int, value: int) -> Generator[Constraint, None, None]:
    """The first X digits seen from the clue, where X is the first of them, add up to the value."""
    line = seen_from(sudoku, side, index)
    if counts_digits(sudoku, line):
        yield Automaton(line, _x_sum(sudoku.digits, len(line), value))
    else:
        values = sudoku.values_of(line)
        lengths = [digit for digit in sudoku.digits if 0 <= digit <= len(line)]
        yield AnyOf(*(AllOf(line[0] == length, sum_of(values[:length]) == value) for length in lengths))


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


@rule(
    "battlefield",
    synonyms=("battle field",),
    draw=draw_value,
    said=(Wording((r"\bbattlefields?\b",), "outside", label="value", by_name=True),),
)
def battlefield(
    sudoku: Sudoku, side: Side, index: int, value: int, meeting: Meeting | None = None
) -> Generator[Constraint, None, None]:
    """The digits in the overlap of the first X and the last Y cells, or in the gap between them, add up to the value.

    X and Y are the first and the last digit of the row or column. The clue can require an overlap (hit) or a gap
    (broken ranks). Groups that just meet leave a gap of no cells.

    Raises
    ------
    ModelError
        If the line has fewer than two cells.
    """
    line = seen_from(sudoku, side, index)
    if len(line) < 2:
        raise ModelError("a battlefield needs a line of at least two cells")
    if counts_digits(sudoku, line):
        yield Automaton((line[0], line[-1], *line[1:-1]), _battlefield(sudoku.digits, len(line), value, meeting))
        return
    values, fields = sudoku.values_of(line), []
    for first, last in permutations((digit for digit in sudoku.digits if 0 <= digit <= len(line)), 2):
        overlap = first + last > len(line)
        if meeting is None or overlap == (meeting == "overlap"):
            start, stop = sorted((first, len(line) - last))
            fields.append(AllOf(line[0] == first, line[-1] == last, sum_of(values[start:stop]) == value))
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


@rule(
    "sandwich",
    synonyms=("sandwich sum",),
    draw=draw_value,
    said=(
        Wording(
            (r"\bbetween\b[^.]*?\b(?P<low>\d)(?:'s)? and (?:the )?(?P<high>\d)\b", r"\b(?:sum|add|total)"),
            "outside",
            label="value",
        ),
        Wording((r"\bsandwich\w*\b",), "outside", label="value", by_name=True, unless=r"\bbetween\b[^.]*\d(?:'s)? and"),
    ),
)
def sandwich(
    sudoku: Sudoku, side: Side, index: int, value: int, low: int | None = None, high: int | None = None
) -> Generator[Constraint, None, None]:
    """The digits between the lowest and the highest digit, or between the digits `low` and `high`, add up to the value.

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
    if counts_digits(sudoku, line):
        yield Automaton(line, _sandwich(sudoku.digits, frozenset(crusts), value))
        return
    values, sandwiches = sudoku.values_of(line), []
    for one, other in permutations(range(len(line)), 2):
        filling = values[min(one, other) + 1 : max(one, other)]
        sandwiches.append(AllOf(line[one] == crusts[0], line[other] == crusts[1], sum_of(filling) == value))
    yield AnyOf(*sandwiches)


MOST_FILLERS = 8
"""The largest number of digits between two crusts whose sets the automaton tells apart."""


class _Sandwich(NamedTuple):
    crusts: int
    filling: frozenset[int]


class _Filling(NamedTuple):
    cells: int
    total: int


@lru_cache(maxsize=1024)
def _sandwich(digits: Digits, crusts: frozenset[int], value: int) -> DFA:
    """The automaton that remembers which digits are in the filling: they occur nowhere else."""
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
    """The automaton that remembers the number of digits in the filling and their sum."""
    sums = _Sums(set(digits) - crusts)

    def may_become(filling: _Filling) -> bool:
        """Whether different digits can make the filling so far, and further ones can complete it."""
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


LARGEST_NUMBER = 1 << 36
"""The bound of the numbers that lines are compared as."""


@rule("hidden_skyscraper", synonyms=("hidden skyscrapers",), draw=draw_value)
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


@rule("full_rank", synonyms=("rank",), draw=draw_value)
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
