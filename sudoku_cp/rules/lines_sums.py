"""Lines whose parts have equal sums, arrows, and lines whose ends bound the digits between them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import combinations, groupby
from typing import Any

from sudoku_cp.kernel import DFA, AllOf, AnyOf, Automaton, Increasing
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.model import Constraint, LinearExpression, ModelError, Sudoku
from sudoku_cp.rules.drawings import Drawing, Line, Mark
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import refuse_return_to_ends
from sudoku_cp.rules.wording import Wording

PILL_WIDTH = 0.76


GREY = "#8c8c8c"


CIRCLE_WIDTH = 0.06


def circled_ends(line: Cells) -> Iterator[Line]:
    """A thin line from circle to circle."""
    middle = len(line) // 2
    yield Line(line[: middle + 1], circle=True, colour=GREY, width=CIRCLE_WIDTH)
    yield Line(line[::-1][: len(line) - middle], circle=True, colour=GREY, width=CIRCLE_WIDTH)


@rule(
    "region_sum_line",
    synonyms=(
        "equal sum line",
        "blue line",
        "box sum line",
    ),
    draw=Line(colour="#7cc4ea"),
    said=(
        Wording((r"\bregion[- ]?sums?\b",), "line", "blue", by_name=True),
        Wording(
            (
                r"\b(?:box|region|3x3|2x2|2x3|grid)\w*\b",
                r"\b(?:sum|add|total)\w*",
                r"\b(?:same|equal|constant)\b",
                r"\b(?:lines?|segments?|paths?|rivers?)\b",
            ),
            "line",
            "blue",
            unless="row and column|every row",
        ),
    ),
)
def region_sum_line(sudoku: Sudoku, line: Cells, sum_: int | None = None) -> Generator[Constraint, None, None]:
    """Box borders divide the line into segments with the same sum, or the sum given; the line may close to a loop.

    Raises
    ------
    ModelError
        If the grid has neither boxes nor regions.
    """
    if not sudoku.boxes:
        raise ModelError("there are no boxes or regions in this grid")
    sums = list(map(sum_of, _segments(line, sudoku)))
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


@rule(
    "sum_line",
    synonyms=(
        "ten line",
        "10 line",
    ),
    draw=Line(colour="#f2d974"),
    said=(
        Wording((r"\b(?P<sum>10)[- ]lines?\b|\b(?P<sum_2>\d+)[- ]sum[- ]lines?\b",), "line", "grey", by_name=True),
        Wording(
            (
                r"\b(?:segments?|groups?|sections?|parts?|pieces|divided?|partition\w*|split)\b",
                r"\b(?:sum|add|total)\w*(?: up)?(?: to| of)(?: exactly)? (?P<sum>\d+)\b",
            ),
            "line",
        ),
    ),
)
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


@rule(
    "zipper_line",
    synonyms=("zipper",),
    draw=Line(colour="#c4a0dc"),
    said=(
        Wording((r"\bzippers?\b",), "line", "purple", by_name=True, unless="repeat on"),
        Wording(
            (
                r"\b(?:equal|same) distances?\b|\bequidistant\b|\bequally (?:far|distant)\b",
                r"\bcent(?:er|re)\b|\bmiddle\b",
                r"\b(?:sum|add|total)",
            ),
            "line",
            "purple",
        ),
        Wording((r"\b(?:total|sum)\b[^.]*\b(?:cent(?:er|re)|middle)\b", r"\bodd\b|\bline"), "line", "purple"),
    ),
)
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


@rule(
    "sequence_line",
    synonyms=("arithmetic progression",),
    draw=Line(colour="#9fd3a8"),
    said=(
        Wording(
            (r"\barithmetic\b|\bsequence lines?\b|\bsame difference\b[^.]*\bline|\bconstant difference\b",),
            "line",
            by_name=True,
            unless="pair of adjacent|draw",
        ),
    ),
)
def sequence_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits along the line form a sequence with a constant difference, such as 1-2-3, 8-5-2 or 4-4-4."""
    for one, middle, other in zip(line, line[1:], line[2:], strict=False):
        yield one + other == 2 * middle


@rule(
    "fibonacci_line",
    draw=Line(colour="#9ad6ec"),
    said=(
        Wording((r"\bfibonacci\b",), "line", "blue cyan", by_name=True),
        Wording(
            (r"\bsum of the (?:previous|preceding|last) 2\b|\bsum of the 2 (?:before|previous|preceding)\b",), "line"
        ),
    ),
)
def fibonacci_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits increase from one end of the line to the other, and each is the sum of the two before it, if there are."""
    yield AnyOf(*(AllOf(*_growing(way)) for way in (line, line[::-1]))) if len(line) > 1 else AllOf()


def _growing(line: Cells) -> Iterator[Constraint]:
    yield Increasing(line, 1)
    for one, two, three in zip(line, line[1:], line[2:], strict=False):
        yield one + two == three


@rule(
    "equal_ends",
    draw=Line(colour="#a9cf8e"),
    said=(
        Wording(
            (
                r"\b(?:sum|total) of (?:the )?first (?P<first>\d+)\b",
                r"\b(?:sum|total) of (?:the )?last (?P<last>\d+)\b",
                r"\b(?:equals?|equal to|same as|is)\b",
            ),
            "line",
        ),
    ),
)
def equal_ends(line: Cells, first: int = 2, last: int = 2) -> Generator[Constraint, None, None]:
    """The first two digits of the line, or the number given, have the same sum as the last two, or the number given.

    Raises
    ------
    ModelError
        If the line has fewer cells, or a number is below 1.
    """
    for name, number in (("first", first), ("last", last)):
        if not 1 <= number <= len(line):
            raise ModelError(f"{name}: a line of {len(line)} cells has no {number} at an end")
    yield sum_of(line[:first]) == sum_of(line[-last:])


@rule(
    "palindrome",
    synonyms=("mirror line",),
    draw=Line(colour="#b8bcc4"),
    said=(
        Wording((r"\bpalindrom\w+\b",), "line", "grey", by_name=True),
        Wording((r"\bread\w*\b[^.]*\bsame\b[^.]*\b(?:direction|way|backward|forward|end)s?\b",), "line", "grey"),
    ),
)
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


def number_in(cells: Cells) -> LinearExpression:
    """The cells read as a decimal number; a single cell has the value that it counts as."""
    if len(cells) == 1:
        return sum_of(cells)
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


@rule(
    "arrow",
    synonyms=(
        "sum arrow",
        "pill arrow",
    ),
    draw=_arrow,
    said=(
        Wording((r"\barrows?\b", r"\b(?:sum|add|total)"), "arrow", "grey", unless=r"outside|diagonal|little"),
        Wording((r"\barrows?\b",), "arrow", "grey", by_name=True, unless=r"outside|diagonal|little|repeat"),
    ),
)
def arrow(circle: Cells, line: Cells) -> Generator[Constraint, None, None]:
    """Digits along the arrow, which may repeat, add up to the digit in the circle, or to the number in the pill.

    Raises
    ------
    ModelError
        If the line begins in the circle.
    """
    if len(circle) == 1 and circle[0] in set(line):
        raise ModelError(f"line: {circle[0].digit.name} is the circle; list the cells after it")
    yield number_in(circle) == sum_of(line)


@rule(
    "double_arrow",
    synonyms=("double-ended arrow",),
    draw=circled_ends,
    said=(
        Wording(
            (r"\bdouble[- ]arrows?\b|\bcircle\w*\b[^.]*\bsame sum\b|\bsum of (?:the )?(?:2 )?(?:circles|circled)",),
            "line",
            by_name=True,
        ),
    ),
)
def double_arrow(line: Cells) -> Generator[Constraint, None, None]:
    """The digits between the circles at the ends of the line have the same sum as the digits in the circles."""
    first, *middle, last = _with_middle(line)
    yield first + last == sum_of(tuple(middle))


@rule("ambiguous_arrow", draw=Line(colour=GREY, width=CIRCLE_WIDTH))
def ambiguous_arrow(line: Cells) -> Generator[Constraint, None, None]:
    """The digit at one end of the line, whichever it is, equals the sum of all the other digits on it."""
    first, *middle, last = _with_middle(line)
    yield AnyOf(first == sum_of((*middle, last)), last == sum_of((first, *middle)))


@rule(
    "split_pea",
    synonyms=(
        "split peas",
        "pea",
    ),
    draw=circled_ends,
    said=(Wording((r"\bsplit[- ]peas?\b",), "line", "green", by_name=True),),
)
def split_pea(line: Cells) -> Generator[Constraint, None, None]:
    """The digits between the circles add up to a two-digit number made of the circled digits, in either order."""
    first, *middle, last = _with_middle(line)
    inside = sum_of(tuple(middle))
    yield AnyOf(number_in((first, last)) == inside, number_in((last, first)) == inside)


def _square_ends(line: Cells) -> Iterator[Drawing]:
    yield Line(line, colour="#a5c8e8", width=0.12)
    yield Mark((line[0], line[-1]), figure="square", colour="#a5c8e8")


@rule(
    "between_line",
    synonyms=("between",),
    draw=circled_ends,
    said=(
        Wording((r"\bbetween[- ]lines?\b",), "line", by_name=True),
        Wording(
            (r"\blines?\b", r"\b(?:strictly )?between\b[^.]*\b(?:circle\w*|ends?|bulbs?)\b"),
            "line",
            unless=r"\b(?:sum|add|total)|lockout|outside",
        ),
    ),
)
def between_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line lie strictly between the digits in the circles at its ends."""
    refuse_return_to_ends(line, "line")
    yield _bounded(line, lambda low, high: True, lambda low, high, digit: low < digit < high)


@rule(
    "lockout_line",
    synonyms=("lockout",),
    draw=_square_ends,
    said=(
        Wording((r"\blockouts?\b",), "line", "blue cyan", by_name=True),
        Wording((r"\bdiamonds?\b|\bends?\b", r"(?:not|n.t|outside)[^.]*\b(?:between|range)\b"), "line", "blue cyan"),
    ),
)
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
