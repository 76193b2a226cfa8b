"""Cells whose value differs from their digit: doublers, halvers, negators, multipliers, two digits, hot and cold.

Sums and comparisons read the *value* of a cell. Rows, columns, boxes and all rules about the placement of digits
(regions, chess moves, clones, indexing, counting, occurrence, parity and other classes, expressions) read its digit. A
sandwich, an X-sum and a battlefield find their cells by digits and add up values; a pill is read by its digits.

If the positions of the modified cells are not given, the solver finds them. They are part of the solution: two
solutions may have the same digits and different modified cells. The variable ``modified r1c1`` holds the digit of
r1c1 if the cell is modified; ``second r1c1`` holds the second digit of a Schrödinger cell. Both are otherwise one less
than the lowest digit. The value of a cell is a function of these. Add a modifier before the clues that it changes; a
cell has at most one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from sudoku_cp.kernel import Count, Table
from sudoku_cp.model import Cell, Constraint, ModelError, Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.drawings import Mark
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.shadings import __name__ as shadings, shades_of
from sudoku_cp.rules.wording import Wording

MARK = Mark(figure="square", colour="#f7d9c4")

Constraints = Generator[Constraint, None, None]


_EACH_HOUSE = r"\b(?:each|every|one|1|any)\b[^.]*\b(?:row|column|box)"
_EACH_DIGIT = (
    r"\b(?:each|every) digit\b|\bdifferent digits?\b|\bdigits? 1 ?(?:-|to) ?\d"
    r"|\b(?:each|all) of the digits\b|\bno digit\b"
)
"""What the text says of found modifiers: one in each house, one for each digit."""


@rule("doubler", draw=MARK, of_digits=True)
def doubler(sudoku: Sudoku, cells: Cells) -> Constraints:
    """The value of each of the cells is twice its digit."""
    yield from _modified(sudoku, cells, lambda digit: 2 * digit)


@rule("halver", draw=MARK, of_digits=True)
def halver(sudoku: Sudoku, cells: Cells) -> Constraints:
    """Each of the cells contains an even digit, and its value is half of that digit."""
    yield from _modified(sudoku, cells, _half)


@rule("negator", draw=MARK, of_digits=True)
def negator(sudoku: Sudoku, cells: Cells) -> Constraints:
    """The value of each of the cells is minus its digit."""
    yield from _modified(sudoku, cells, lambda digit: -digit)


@rule("multiplier", draw=MARK, of_digits=True)
def multiplier(sudoku: Sudoku, cells: Cells, factor: int) -> Constraints:
    """The value of each of the cells is its digit times the factor."""
    yield from _modified(sudoku, cells, lambda digit: factor * digit)


@rule(
    "doublers",
    synonyms=("doubler",),
    said=(Wording((r"\bdoublers?\b", _EACH_HOUSE, _EACH_DIGIT), "grid"),),
)
def doublers(sudoku: Sudoku) -> Constraints:
    """Find a doubler in each row, column and box, one for each digit: its value is twice its digit."""
    yield from _hidden(sudoku, lambda digit: 2 * digit)


@rule(
    "halvers",
    said=(Wording((r"\bhalvers?\b", _EACH_HOUSE, _EACH_DIGIT), "grid"),),
)
def halvers(sudoku: Sudoku) -> Constraints:
    """Find a halver in each row, column and box, one for each digit: its value is half its digit, or 0 if odd."""
    yield from _hidden(sudoku, lambda digit: 0 if digit % 2 else digit // 2)


@rule(
    "negators",
    synonyms=("negator",),
    said=(Wording((r"\bnegators?\b|\bnegative cells?\b", _EACH_HOUSE, _EACH_DIGIT), "grid"),),
)
def negators(sudoku: Sudoku) -> Constraints:
    """Find a negator in each row, column and box, one for each digit: its value is minus its digit."""
    yield from _hidden(sudoku, lambda digit: -digit)


@rule("multipliers")
def multipliers(sudoku: Sudoku, factor: int) -> Constraints:
    """Find a multiplier in each row, column and box, one for each digit: its value is its digit times the factor."""
    yield from _hidden(sudoku, lambda digit: factor * digit)


@rule(
    "schroedinger_cells",
    synonyms=(
        "schrödinger",
        "schrodinger",
    ),
    said=(Wording((r"\bschr(?:ö|oe?)dinger",), "grid", by_name=True),),
)
def schroedinger_cells(sudoku: Sudoku) -> Constraints:
    """One cell in each row, column and box contains two digits; its value is their sum. Each house has every digit."""
    _need(sudoku, sudoku.size + 1)
    none = sudoku.digits[0] - 1
    second_of = {}
    for cell in sudoku.grid:
        second = sudoku.variable_of(cell, "second", (none, *sudoku.digits))
        sudoku.seconds[cell] = second
        totals = [(one, two, one + two) for one in sudoku.digits for two in sudoku.digits if one < two]
        rows = [(digit, none, digit) for digit in sudoku.digits] + totals
        yield Table((cell, second, _value(sudoku, cell, {row[2] for row in rows})), rows)
        second_of[cell] = second
    for house in sudoku.houses:
        seconds = tuple(second_of[cell] for cell in house)
        yield Count(seconds, frozenset(sudoku.digits), 1)
        for digit in sudoku.digits:
            yield Count((*house, *seconds), frozenset({digit}), 1)


@rule(
    "hot_cold",
    said=(
        Wording((r"\bhot\b[^.]*\bcold\b",), "grid", by_name=True),
        Wording(
            (r"\bvalue of (?:an?|each|every) (?:un)?shaded cell\b[^.]*\b(?:one|1) (?:more|less|greater|smaller)\b",),
            "grid",
        ),
    ),
)
def hot_cold(sudoku: Sudoku, hot: int = 1, cold: int = -1) -> Constraints:
    """The value of a shaded cell is its digit plus `hot`, that of an unshaded one its digit plus `cold`.

    Which cells are shaded is to be found: `shading`, `yin_yang` and `nurikabe` are clues about it.
    """
    for cell, shade in shades_of(sudoku).items():
        rows = [(digit, dark, digit + (hot if dark else cold)) for digit in sudoku.digits for dark in shade.domain]
        yield Table((cell, shade, _value(sudoku, cell, {row[2] for row in rows})), rows)


def _need(sudoku: Sudoku, digits: int) -> None:
    """Refuse grids that cannot have exactly one modified cell in each house."""
    if not sudoku.is_square or any(len(house) != sudoku.size for house in sudoku.houses):
        raise ModelError("rows, columns and boxes must have the same number of cells")
    if len(sudoku.digits) != digits:
        raise ModelError(f"the grid needs {digits} digits, not {len(sudoku.digits)}")


def _half(digit: int) -> int | None:
    return None if digit % 2 else digit // 2


def _modified(sudoku: Sudoku, cells: Cells, change: Callable[[int], int | None]) -> Constraints:
    """Cells whose values are known functions of their digits; a digit without a value is excluded."""
    for cell in cells:
        pairs = [(digit, change(digit)) for digit in sudoku.digits]
        rows = [(digit, value) for digit, value in pairs if value is not None]
        if not rows:
            raise ModelError("no digit of the cell can be modified in this way")
        yield Table((cell, _value(sudoku, cell, (value for _, value in rows))), rows)


def _hidden(sudoku: Sudoku, change: Callable[[int], int]) -> Constraints:
    """Require one modified cell in each house, and each digit modified once."""
    _need(sudoku, sudoku.size)
    none = sudoku.digits[0] - 1
    modified_of = {}
    for cell in sudoku.grid:
        modified = sudoku.variable_of(cell, "modified", (none, *sudoku.digits))
        sudoku.modified[cell] = modified
        rows = [row for digit in sudoku.digits for row in ((digit, none, digit), (digit, digit, change(digit)))]
        yield Table((cell, modified, _value(sudoku, cell, {row[2] for row in rows})), rows)
        modified_of[cell] = modified
    for house in sudoku.houses:
        yield Count(tuple(modified_of[cell] for cell in house), frozenset(sudoku.digits), 1)
    for digit in sudoku.digits:
        yield Count(tuple(modified_of.values()), frozenset({digit}), 1)


def _value(sudoku: Sudoku, cell: Cell, domain: Iterable[int]) -> Cell:
    """The variable for the value of the cell, declared at its first use."""
    values = tuple(sorted(set(domain)))
    known = sudoku.values.get(cell)
    if known is None:
        early = [str(clue) for clue in sudoku.clues if not _reads_no_values(clue)]
        if early:
            raise ModelError(f"add a modifier before other clues; {early[0]} comes before it")
        return sudoku.declare_value(cell, values)
    if known.domain != values:
        raise ModelError(f"{cell.name} has a modifier already")
    return known


def _reads_no_values(clue: object) -> bool:
    """Whether a clue is a modifier, or about a shading, and may come before a modifier."""
    return isinstance(clue, AppliedRule) and clue.rule.meaning.__module__ in (__name__, shadings)
