"""Signs on the borders and corners between cells, and negative constraints, where all signs of a kind are given."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

from sudoku_cp.kernel import Automaton
from sudoku_cp.model import Constraint, ModelError, Sudoku
from sudoku_cp.rules.applied_rule import AppliedRule
from sudoku_cp.rules.chess import pairs_apart
from sudoku_cp.rules.drawings import Dot
from sudoku_cp.rules.neighbours import SIDES
from sudoku_cp.rules.parameters import Cells, Numbers, Pair
from sudoku_cp.rules.registry import Rule, rule
from sudoku_cp.rules.relations import (
    add_up_to_none_of,
    differ_by,
    differ_by_none_of,
    multiples,
    no_multiples,
    related,
    related_everywhere,
)
from sudoku_cp.rules.wording import Wording


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


@rule(
    "kropki_white",
    synonyms=(
        "white dot",
        "kropki",
        "difference dot",
        "consecutive dot",
    ),
    draw=_white_dot,
    said=(
        Wording((r"\bkropki\b",), "pair", "white", figure="circle", label="difference", by_name=True),
        Wording(
            (
                r"(?<!non-)(?<!non)(?<!non )\bconse[cq]u\w+\b|differ(?:ence)?\b[^.]*\b(?:of"
                r"|by)(?: exactly)? 1\b|\b1 (?:greater|more|higher|larger|apart)",
            ),
            "pair",
            "white",
            label="difference",
            unless=r"ratio|\bsum",
        ),
        Wording(
            (r"\bdiffer(?:ence)?\b[^.]*\b(?:of|by)(?: exactly)? (?P<difference>[2-9])\b",),
            "pair",
            "white",
            label="difference",
            unless=r"ratio|at least|\bsum",
        ),
    ),
)
def kropki_white(cells: Pair, difference: int = 1) -> Generator[Constraint, None, None]:
    """The two digits joined by a white dot differ by 1, or by the number on the dot if there is one."""
    yield related(cells, differ_by, difference)


@rule(
    "kropki_black",
    synonyms=(
        "black dot",
        "kropki",
        "ratio dot",
    ),
    draw=_black_dot,
    said=(
        Wording((r"\bkropki\b",), "pair", "black", figure="circle", label="ratio", by_name=True),
        Wording(
            (r"\bratio\b|\bdoubles?\b|\btwice\b|\bhalf\b|\b1: ?2\b|\b2: ?1\b",),
            "pair",
            "black",
            label="ratio",
            unless=r"(?:ratio|1:|2:)[^.]*[3-9]|[3-9]: ?1",
        ),
        Wording(
            (r"\bratio\b[^.]*?\b(?:1: ?(?P<ratio>[3-9])|(?P<ratio_2>[3-9]): ?1)\b",), "pair", "black", label="ratio"
        ),
    ),
)
def kropki_black(cells: Pair, ratio: int = 2) -> Generator[Constraint, None, None]:
    """Of two digits joined by a black dot, one is twice the other, or as many times as the number on the dot."""
    yield related(cells, multiples, ratio)


def _grey_dot(cells: Pair) -> Iterator[Dot]:
    yield Dot(cells, fill="grey")


@rule(
    "kropki_grey",
    synonyms=(
        "grey dot",
        "gray dot",
    ),
    draw=_grey_dot,
)
def kropki_grey(cells: Pair) -> Generator[Constraint, None, None]:
    """The two digits joined by a grey dot are consecutive, or one is twice the other."""
    yield related(cells, _white_or_black)


def _white_or_black(one: int, other: int) -> bool:
    return differ_by(one, other, 1) or multiples(one, other, 2)


@rule(
    "xv",
    synonyms=(
        "x",
        "v",
        "sum dot",
        "vx",
    ),
    draw=_roman,
    said=(
        Wording(
            (
                r"\b(?P<text>x|v)(?:'?s)?\b(?: (?!x\b|v\b)[^ .;]+){0,12}? (?:sum\w*|add\w*"
                r"|total\w*|equal\w*)(?: up)?(?: to| of)?(?: a total of| exactly"
                r"| the total of)? (?P<sum>\d+)",
            ),
            "pair",
            label="sum",
        ),
        Wording((r"\bxv\b|\bxs? (?:and|or|\&|/) ?vs?\b",), "pair", by_name=True, unless="either|negative|all |given"),
        Wording(
            (r"\b(?:sum\w*|add\w*|total\w*)(?: up)?(?: to| of)(?: exactly)? (?P<sum>\d+)\b",),
            "pair",
            unless=r"\b[xv]\b|\bcages?\b|\blines?\b|\bcolumns?\b",
        ),
    ),
)
def xv(cells: Pair, sum_: int) -> Generator[Constraint, None, None]:
    """Two digits joined by an X add up to 10, two joined by a V to 5, and two joined by a number to that number."""
    one, other = cells
    yield one + other == sum_


@rule(
    "consecutive",
    synonyms=(
        "bar",
        "consecutive bar",
    ),
    draw=_bar,
    said=(Wording((r"\bconsecutive\b", r"\bbars?\b"), "pair", figure="square"),),
)
def consecutive(cells: Pair) -> Generator[Constraint, None, None]:
    """The two digits separated by a bar are consecutive."""
    yield related(cells, differ_by, 1)


@rule(
    "greater_than",
    synonyms=(
        "inequality",
        "inequalities",
        "less than",
        "futoshiki",
    ),
    draw=_angle,
    said=(
        Wording((r"inequalit|greater[- ]than|less[- ]than|<|>|\bpoints? (?:to|towards?)\b|open side",), "inequality"),
        Wording((r"\b(?:greater|larger|bigger|higher|smaller|lower|less)\b",), "inequality"),
    ),
)
def greater_than(cells: Pair) -> Generator[Constraint, None, None]:
    """The first digit, on the open side of the sign, is greater than the second."""
    larger, smaller = cells
    yield larger > smaller


@rule(
    "quadruple",
    synonyms=(
        "quad",
        "quads",
    ),
    draw=_digits,
    of_digits=True,
    said=(
        Wording((r"\bquad(?:ruple)?s?\b",), "corner", label="digits", by_name=True),
        Wording(
            (
                r"\bcircles?\b|\bcorners?\b|\bintersection",
                r"\b(?:appear|contain\w*|occur|placed|present|included?)\b",
                r"\b(?:surround\w*|around|touch\w*|adjacent|4|neighbou?ring|corners?)\b",
            ),
            "corner",
            label="digits",
        ),
    ),
)
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


KROPKI = (kropki_white, kropki_black, kropki_grey, consecutive)


@rule(
    "negative_difference",
    negative_of=("kropki_white", "consecutive"),
    synonyms=(
        "anti-kropki",
        "no white dots",
        "all dots given",
    ),
    reads_clues=True,
    of_digits=True,
)
def negative_difference(
    sudoku: Sudoku, values: Numbers = (1,), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All white dots are given: adjacent digits without one do not differ by 1, or by any of the values.

    Pairs with another Kropki dot or a bar are exempt, and so are the pairs listed as exempt, cell by cell.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, KROPKI, exempt), differ_by_none_of, *values)


@rule(
    "negative_ratio",
    negative_of=("kropki_black",),
    synonyms=(
        "anti-kropki",
        "no black dots",
        "all dots given",
    ),
    reads_clues=True,
    of_digits=True,
)
def negative_ratio(
    sudoku: Sudoku, values: Numbers = (2,), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All black dots are given.

    Of two adjacent digits without a dot, neither is twice the other, or any of the values times the other. Pairs with
    another Kropki dot or a bar are exempt, and so are the pairs listed as exempt, cell by cell.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, KROPKI, exempt), no_multiples, *values)


@rule(
    "negative_sum",
    negative_of=("xv",),
    synonyms=(
        "anti-xv",
        "negative xv",
    ),
    reads_clues=True,
    of_digits=True,
)
def negative_sum(
    sudoku: Sudoku, values: Numbers = (5, 10), exempt: Cells | None = None
) -> Generator[Constraint, None, None]:
    """All Xs and Vs are given: adjacent digits without one do not add up to 5 or 10, or to any of the values.

    The pairs listed as exempt, cell by cell, may have any sum.
    """
    yield from related_everywhere(_unmarked_pairs(sudoku, (xv,), exempt), add_up_to_none_of, *values)


def _unmarked_pairs(sudoku: Sudoku, signs: Sequence[Rule], exempt: Cells | None) -> Iterator[Cells]:
    """The values of each pair of adjacent cells that is not exempt and has no sign."""
    pairs = list(pairs_apart(sudoku, SIDES))
    free: set[Cells] = set(_two_by_two(exempt, pairs)) if exempt else set()
    for clue in sudoku.clues:
        if isinstance(clue, AppliedRule) and clue.rule in signs:
            names = dict(clue.arguments)["cells"]
            assert isinstance(names, tuple)
            free.add(sudoku.cells_named(map(str, names)))
    free.update([pair[::-1] for pair in free])
    return map(sudoku.values_of, [pair for pair in pairs if pair not in free])


def _two_by_two(cells: Cells, pairs: Iterable[Cells]) -> Iterator[Pair]:
    neighbours = set(map(frozenset, pairs))
    for place in range(0, len(cells), 2):
        pair = cells[place : place + 2]
        if frozenset(pair) not in neighbours:
            raise ModelError(f"exempt: {' '.join(cell.name for cell in pair)} is not a pair of neighbours")
        yield pair[0], pair[1]
