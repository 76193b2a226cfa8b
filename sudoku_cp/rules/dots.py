"""Signs on the borders and corners between cells."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from sudoku_cp.model import Automaton, Constraint, ModelError
from sudoku_cp.rules.drawings import Dot
from sudoku_cp.rules.parameters import Cells, Numbers, Pair
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by, multiples, related


def _white_dot(cells: Pair, difference: int) -> Iterator[Dot]:
    yield Dot(cells, label="" if difference == 1 else str(difference))


def _black_dot(cells: Pair, ratio: int) -> Iterator[Dot]:
    yield Dot(cells, label="" if ratio == 2 else str(ratio), fill="black")


def _roman(cells: Pair, sum_: int) -> Iterator[Dot]:
    yield Dot(cells, label={5: "V", 10: "X"}.get(sum_, str(sum_)), bare=True)


def _side_by_side(cells: Pair) -> bool:
    one, other = cells
    return one.row == other.row


def _bar(cells: Pair) -> Iterator[Dot]:
    yield Dot(cells, label="┃" if _side_by_side(cells) else "━", bare=True)


def _angle(cells: Pair) -> Iterator[Dot]:
    larger, smaller = cells
    signs = "><" if _side_by_side(cells) else "∨∧"
    yield Dot(cells, label=signs[smaller.index < larger.index], bare=True)


def _digits(cells: Cells, digits: Numbers) -> Iterator[Dot]:
    separator = "" if all(0 <= digit < 10 for digit in digits) else " "
    yield Dot(cells, label=separator.join(map(str, sorted(digits))), radius=0.27)


@rule("kropki_white", draw=_white_dot)
def kropki_white(cells: Pair, difference: int = 1) -> Generator[Constraint, None, None]:
    """The two digits joined by a white dot differ by 1, or by the number on the dot if there is one."""
    yield related(cells, differ_by, difference)


@rule("kropki_black", draw=_black_dot)
def kropki_black(cells: Pair, ratio: int = 2) -> Generator[Constraint, None, None]:
    """Of two digits joined by a black dot, one is twice the other, or as many times as the number on the dot."""
    yield related(cells, multiples, ratio)


def _grey_dot(cells: Pair) -> Iterator[Dot]:
    yield Dot(cells, fill="grey")


@rule("kropki_grey", draw=_grey_dot)
def kropki_grey(cells: Pair) -> Generator[Constraint, None, None]:
    """The two digits joined by a grey dot are consecutive, or one is twice the other."""
    yield related(cells, _white_or_black)


def _white_or_black(one: int, other: int) -> bool:
    return differ_by(one, other, 1) or multiples(one, other, 2)


@rule("xv", draw=_roman)
def xv(cells: Pair, sum_: int) -> Generator[Constraint, None, None]:
    """Two digits joined by an X add up to 10, two joined by a V to 5, and two joined by a number to that number."""
    one, other = cells
    yield one + other == sum_


@rule("consecutive", draw=_bar)
def consecutive(cells: Pair) -> Generator[Constraint, None, None]:
    """The two digits separated by a bar are consecutive."""
    yield related(cells, differ_by, 1)


@rule("greater_than", draw=_angle)
def greater_than(cells: Pair) -> Generator[Constraint, None, None]:
    """The first digit, on the open side of the sign, is greater than the second."""
    larger, smaller = cells
    yield larger > smaller


@rule("quadruple", draw=_digits, of_digits=True)
def quadruple(cells: Cells, digits: Numbers) -> Generator[Constraint, None, None]:
    """Each digit in the circle occurs in the four cells around it, at least as often as it is written there.

    Raises
    ------
    ModelError
        If there are not exactly four cells, or more than four digits.
    """
    if len(set(cells)) != 4 or len(cells) != 4:
        raise ModelError("cells: a quadruple needs four cells")
    if len(digits) > 4:
        raise ModelError(f"digits: four cells cannot contain {len(digits)} digits")

    def extend(missing: Any, digit: int) -> Any:
        """Read the four cells; a state holds the digits that are still to come."""
        place = missing.index(digit) if digit in missing else len(missing)
        return missing[:place] + missing[place + 1 :]

    yield Automaton.stepping(cells, tuple(sorted(digits)), extend, lambda missing: not missing)
