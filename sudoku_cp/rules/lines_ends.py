"""Lines whose end digits bound the other digits."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

from sudoku_cp.model import Automaton, Constraint
from sudoku_cp.rules.drawings import Drawing, Line, Mark
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.repeats import refuse_return_to_ends

GREY = "#8c8c8c"
CIRCLE_WIDTH = 0.06


def circled_ends(line: Cells) -> Iterator[Line]:
    """A thin line from circle to circle."""
    middle = len(line) // 2
    yield Line(line[: middle + 1], circle=True, colour=GREY, width=CIRCLE_WIDTH)
    yield Line(line[::-1][: len(line) - middle], circle=True, colour=GREY, width=CIRCLE_WIDTH)


def _square_ends(line: Cells) -> Iterator[Drawing]:
    yield Line(line, colour="#a5c8e8", width=0.12)
    yield Mark((line[0], line[-1]), figure="square", colour="#a5c8e8")


@rule("between_line", draw=circled_ends)
def between_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line lie strictly between the digits in the circles at its ends."""
    refuse_return_to_ends(line, "line")
    yield _bounded(line, lambda low, high: True, lambda low, high, digit: low < digit < high)


@rule("lockout_line", draw=_square_ends)
def lockout_line(line: Cells, difference: int = 4) -> Generator[Constraint, None, None]:
    """The end digits differ by at least 4, or by the difference; all digits between them lie outside their range."""
    if difference > 0:
        refuse_return_to_ends(line, "line")
    yield _bounded(line, lambda low, high: high - low >= difference, lambda low, high, digit: not low <= digit <= high)


def _bounded(line: Cells, ends_fit: Callable[[int, int], bool], fits: Callable[[int, int, int], bool]) -> Automaton:
    """Read both ends first, then compare the digits between them with the range of the ends."""

    def extend(state: Any, digit: int) -> Any:
        if state is None:
            return (digit,)
        if len(state) == 1:
            low, high = sorted((*state, digit))
            return (low, high) if ends_fit(low, high) else None
        low, high = state
        return state if fits(low, high, digit) else None

    return Automaton.stepping((line[0], *line[-1:], *line[1:-1]) if len(line) > 1 else line, None, extend)
