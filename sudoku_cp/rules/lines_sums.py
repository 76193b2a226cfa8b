"""Lines whose parts have equal sums."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from itertools import combinations, groupby
from typing import Any

from sudoku_cp.model import DFA, AnyOf, Automaton, Constraint, ModelError, Sudoku
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.lines_arrow import total
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule


@rule("region_sum_line", draw=Line(colour="#7cc4ea"))
def region_sum_line(sudoku: Sudoku, line: Cells, sum_: int | None = None) -> Generator[Constraint, None, None]:
    """Box borders divide the line into segments with the same sum, or the sum given; the line may close to a loop.

    Raises
    ------
    ModelError
        If the grid has neither boxes nor regions.
    """
    if not sudoku.boxes:
        raise ModelError("there are no boxes or regions in this grid")
    sums = list(map(total, _segments(line, sudoku)))
    if sum_ is not None:
        for part in sums:
            yield part == sum_
    else:
        for one, other in combinations(sums, 2):
            yield one == other


def _segments(line: Cells, sudoku: Sudoku) -> list[Cells]:
    """The parts of a line between box borders; on a loop, one may run across the start, which is listed twice."""
    is_loop = len(line) > 2 and line[0] is line[-1]
    cells = line[:-1] if is_loop else line
    parts = [tuple(part) for _, part in groupby(cells, sudoku.box_of.get)]
    if is_loop and len(parts) > 1 and sudoku.box_of.get(cells[0]) == sudoku.box_of.get(cells[-1]):
        first, *between, last = parts
        parts = [last + first, *between]
    return parts


@rule("sum_line", draw=Line(colour="#f2d974"))
def sum_line(line: Cells, sum_: int = 10, loop: bool = False) -> Generator[Constraint, None, None]:
    """The line divides into segments that each add up to 10, or to the sum; on a loop, one may run across the start.

    Raises
    ------
    ModelError
        If the sum is below 1, or a digit may be negative.
    """
    digits = tuple(sorted({digit for cell in line for digit in cell.domain}))
    if sum_ < 1 or digits[0] < 0:
        raise ModelError("sum: a sum line needs a sum of at least 1 and digits that are not negative")
    if loop:
        yield AnyOf(*(Automaton(line, _stretches(digits, sum_, carried)) for carried in range(sum_)))
    else:
        yield Automaton(line, _stretches(digits, sum_, 0))


@rule("zipper_line", draw=Line(colour="#c4a0dc"))
def zipper_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits at equal distances from the centre of the line have the same sum, which equals the digit in the centre."""
    half, odd = divmod(len(line), 2)
    sums = [one + other for one, other in zip(line[:half], line[::-1], strict=False)]
    if odd:
        for pair in sums:
            yield pair == line[half]
    else:
        for pair, other_pair in combinations(sums, 2):
            yield pair == other_pair


@rule("sequence_line", draw=Line(colour="#9fd3a8"))
def sequence_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits along the line form a sequence with a constant difference, such as 1-2-3, 8-5-2 or 4-4-4."""
    for one, middle, other in zip(line, line[1:], line[2:], strict=False):
        yield one + other == 2 * middle


@rule("palindrome", draw=Line(colour="#b8bcc4"))
def palindrome(line: Cells) -> Generator[Constraint, None, None]:
    """The line reads the same in both directions."""
    for step in range(len(line) // 2):
        yield line[step] == line[-1 - step]


@lru_cache(maxsize=256)
def _stretches(digits: tuple[int, ...], sum_: int, carried: int) -> DFA:
    """Lines that divide into segments with the sum; `carried` is the part of a segment that wraps around the end."""

    def extend(state: Any, digit: int) -> Any:
        """A state is the sum of the segment so far, and whether any digit was not zero."""
        part, started = state
        return ((part + digit) % sum_, started or digit > 0) if part + digit <= sum_ else None

    return DFA.unfold((carried, False), extend, lambda state: state == (carried, True), digits)
