"""Rules that count the cells that contain a digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator

from sudoku_cp.kernel import Cardinality, Count, CountDistinct
from sudoku_cp.model import Cell, Constraint, ModelError, count_of
from sudoku_cp.rules.drawings import Cage, Mark, Shade
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.wording import Wording


def _labelled_cage(cells: Cells, values: Numbers) -> Iterator[Cage]:
    yield Cage(cells, label=" ".join(map(str, values)))


def _said(cells: Cells, clue: str) -> Iterator[Cage]:
    yield Cage(cells, label=clue)


@rule(
    "counting_circles",
    synonyms=("counting circle",),
    draw=Mark(figure="disc", colour="#e8e8e8"),
    of_digits=True,
    said=(
        Wording((r"\bcounting circles\b",), "cell", figure="circle", joined=True, by_name=True),
        Wording(
            (
                r"\bcircles?\b|\bcircled\b",
                r"\b(?:how many|exactly that many|that many|number of)\b[^.]*\b(?:circles|circled|times)\b",
            ),
            "cell",
            figure="circle",
            joined=True,
            unless="surround|adjacent|border|orthogonal",
        ),
    ),
)
def counting_circles(cells: Cells) -> Generator[Constraint, None, None]:
    """A digit in a circle is the number of circles that contain this digit."""
    yield Cardinality(cells, {digit: (0, digit) for digit in _digits(cells)})


@rule("count_distinct", synonyms=("parks and playgrounds",), draw=Shade(), of_digits=True)
def count_distinct(count: Cell, cells: Cells) -> Generator[Constraint, None, None]:
    """The digit in the count cell is the number of different digits in the other cells."""
    yield CountDistinct(cells, count)


@rule("count_digits", draw=_labelled_cage, of_digits=True)
def count_digits(count: Cell, cells: Cells, values: Numbers) -> Generator[Constraint, None, None]:
    """The digit in the count cell is the number of other cells that contain one of the values."""
    yield Count(cells, frozenset(values), count)


@rule("contain_at_least", draw=_labelled_cage, of_digits=True)
def contain_at_least(cells: Cells, values: Numbers) -> Generator[Constraint, None, None]:
    """The cells contain each of the values at least as often as it is listed."""
    yield Cardinality(cells, {value: range(times, len(cells) + 1) for value, times in Counter(values).items()})


@rule("contain_exactly", draw=_labelled_cage, of_digits=True)
def contain_exactly(cells: Cells, values: Numbers) -> Generator[Constraint, None, None]:
    """The cells contain each of the values exactly as often as it is listed; other digits are unrestricted."""
    yield Cardinality(cells, {value: (times,) for value, times in Counter(values).items()})


@rule("look_and_say", draw=_said, of_digits=True)
def look_and_say(cells: Cells, clue: str) -> Generator[Constraint, None, None]:
    """The clue lists counts and digits: 1223 means one 2 and two 3s, 04 means no 4; other digits are unrestricted.

    Raises
    ------
    ModelError
        If the clue is not a string of pairs of a count and a digit.
    """
    if len(clue) % 2 or not (clue.isascii() and clue.isdigit()):
        raise ModelError(f"clue: {clue!r} is not a string of pairs of a count and a digit, such as 1223")
    said: dict[int, set[int]] = {}
    for number, digit in zip(clue[::2], clue[1::2], strict=True):
        said[int(digit)] = said.get(int(digit), {int(number)}) & {int(number)}
    yield Cardinality(cells, said)


@rule("same_values", draw=Shade(), of_digits=True)
def same_values(cells: Cells, others: Cells) -> Generator[Constraint, None, None]:
    """Both groups of cells contain the same digits, each the same number of times.

    Raises
    ------
    ModelError
        If the groups differ in size.
    """
    if len(cells) != len(others):
        raise ModelError(f"others has {len(others)} cells, not {len(cells)}")
    one_side, other_side = Counter(cells), Counter(others)
    here, there = tuple((one_side - other_side).elements()), tuple((other_side - one_side).elements())
    for digit in _digits((*here, *there)):
        yield count_of(here, digit) == count_of(there, digit)


def _digits(cells: Cells) -> list[int]:
    return sorted({digit for cell in cells for digit in cell.domain})
