"""Lines whose digits add up to the digits in a circle or pill."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudoku_cp.model import AnyOf, Constraint, LinearExpression, ModelError
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.lines_ends import CIRCLE_WIDTH, GREY, circled_ends
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

PILL_WIDTH = 0.76


def total(cells: Cells) -> LinearExpression:
    """The sum of the cells; 0 if there are none."""
    return LinearExpression(tuple((1, cell) for cell in cells))


def number_in(cells: Cells) -> LinearExpression:
    """The cells read as a decimal number; a single cell has the value that it counts as."""
    if len(cells) == 1:
        return total(cells)
    number = LinearExpression(())
    for cell in cells:
        number = 10 * number + cell.digit
    return number


def _with_middle(line: Cells) -> Cells:
    if len(line) < 3:
        raise ModelError("line: a line of at least 3 cells is needed")
    return line


def _arrow(circle: Cells, line: Cells) -> Iterator[Line]:
    if len(circle) == 1:
        yield Line((*circle, *line), circle=True, arrow=True, colour=GREY, width=CIRCLE_WIDTH)
        return
    yield Line((circle[-1], *line), arrow=True, colour=GREY, width=CIRCLE_WIDTH)
    yield Line(circle, colour=GREY, width=PILL_WIDTH + CIRCLE_WIDTH)
    yield Line(circle, colour="white", width=PILL_WIDTH - CIRCLE_WIDTH)


@rule("arrow", draw=_arrow)
def arrow(circle: Cells, line: Cells) -> Generator[Constraint, None, None]:
    """Digits along the arrow, which may repeat, add up to the digit in the circle, or to the number in the pill.

    Raises
    ------
    ModelError
        If the line begins in the circle.
    """
    if len(circle) == 1 and circle[0] in set(line):
        raise ModelError(f"line: {circle[0].digit.name} is the circle; list the cells after it")
    yield number_in(circle) == total(line)


@rule("double_arrow", draw=circled_ends)
def double_arrow(line: Cells) -> Generator[Constraint, None, None]:
    """The digits between the circles at the ends of the line have the same sum as the digits in the circles."""
    first, *middle, last = _with_middle(line)
    yield first + last == total(tuple(middle))


@rule("ambiguous_arrow", draw=Line(colour=GREY, width=CIRCLE_WIDTH))
def ambiguous_arrow(line: Cells) -> Generator[Constraint, None, None]:
    """The digit at one end of the line, whichever it is, equals the sum of all the other digits on it."""
    first, *middle, last = _with_middle(line)
    yield AnyOf(first == total((*middle, last)), last == total((first, *middle)))


@rule("split_pea", draw=circled_ends)
def split_pea(line: Cells) -> Generator[Constraint, None, None]:
    """The digits between the circles add up to a two-digit number made of the circled digits, in either order."""
    first, *middle, last = _with_middle(line)
    inside = total(tuple(middle))
    yield AnyOf(number_in((first, last)) == inside, number_in((last, first)) == inside)
