"""Cages: groups of cells with a sum or another condition, signs between them, and calcudoku (KenKen) cages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, permutations, product
from math import prod
from types import MappingProxyType
from typing import Literal

from sudoku_cp.kernel import NFA, AllDifferent, AllOf, AnyOf, Automaton, Count, Not, Product, Table
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.model import Cell, Constraint, LinearExpression, ModelError
from sudoku_cp.rules.drawings import Cage, Dot, Line, Shade
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import refuse_repeats
from sudoku_cp.rules.wording import Wording

_TURNED = {">": ">∨<∧", "<": "<∧>∨", "=": "=‖=‖"}
"""How each sign is drawn when the second cell is to the right of, below, to the left of or above the first."""

_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _cage(cells: Cells, sum_: int | None) -> Iterator[Cage]:
    yield Cage(cells, label="" if sum_ is None else str(sum_))


def _sign(cells: Cells, other: Cells, sign: str) -> Iterator[Dot]:
    """The sign on the first border between the two cages; cages that do not touch have none."""
    for pair in product(cells, other):
        if (step := _step(*pair)) in _SIDES:
            yield Dot(pair, label=_TURNED[sign][_SIDES.index(step)], bare=True)
            return


def _step(one: Cell, other: Cell) -> tuple[int, int]:
    if one.row is None or one.column is None or other.row is None or other.column is None:
        return 0, 0
    return other.row - one.row, other.column - one.column


@rule(
    "killer",
    synonyms=(
        "cage",
        "killer cage",
        "sum cage",
    ),
    draw=_cage,
    said=(
        Wording(
            (r"\bkillers?\b(?! ?-?(?:pairs|clues|sums|arrows))",), "cage", label="sum", by_name=True, unless="little"
        ),
        Wording((r"\bcages?\b", r"\b(?:sum|add|total)"), "cage", label="sum", unless=r"connected|joined|product"),
        Wording(
            (
                r"\bcages?\b",
                r"(?:not|n.t|never|no|without) (?:\w+ )?repeat|non-?repeat|(?:different|unique|distinct) digits",
            ),
            "cage",
            label="sum",
        ),
        Wording((r"\bcages?\b", r"digits (?:may|can) repeat"), "cage", label="sum", given={"repeats": True}),
    ),
)
def killer(cells: Cells, sum_: int | None = None, repeats: bool = False) -> Generator[Constraint, None, None]:
    """The digits in the cage add up to its sum, if it has one, and do not repeat unless `repeats` is true."""
    if not repeats:
        refuse_repeats(cells, "cells")
        yield AllDifferent([cell.digit for cell in cells])
    if sum_ is not None:
        yield LinearExpression(tuple([(1, cell) for cell in cells])) == sum_


def _cage_of_sums(cells: Cells, sums: Numbers) -> Iterator[Cage]:
    yield Cage(cells, label="/".join(map(str, sums)))


@rule("multi_sum_cage", synonyms=("ambiguous cage",), draw=_cage_of_sums)
def multi_sum_cage(cells: Cells, sums: Numbers, repeats: bool = False) -> Generator[Constraint, None, None]:
    """The digits in the cage add up to one of the sums and do not repeat unless `repeats` is true."""
    if not repeats:
        refuse_repeats(cells, "cells")
        yield AllDifferent([cell.digit for cell in cells])
    yield AnyOf(*(sum_of(cells) == sum_ for sum_ in dict.fromkeys(sums)))


@rule("compare_cages", draw=_sign)
def compare_cages(cells: Cells, other: Cells, sign: Literal[">", "<", "="] = ">") -> Generator[Constraint, None, None]:
    """The sign compares the sum of the first cells with the sum of the others: greater, less or equal."""
    difference = sum_of(cells) - sum_of(other)
    match sign:
        case ">":
            yield difference > 0
        case "<":
            yield difference < 0
        case _:
            yield difference == 0


Operator = Literal["+", "-", "*", "/"]

MAX_LISTED = 1000
"""The largest number of digit combinations that are tried to list a cage's tuples."""

Digits = tuple[int, ...]


def _difference(digits: Digits, value: int) -> bool:
    return any(2 * digit - sum(digits) == value for digit in digits)


def _quotient(digits: Digits, value: int) -> bool:
    for place, digit in enumerate(digits):
        others = prod(digits[:place] + digits[place + 1 :])
        if others and digit == value * others:
            return True
    return False


_MAKES: Mapping[str, Callable[[Digits, int], bool]] = MappingProxyType(
    {
        "+": lambda digits, value: sum(digits) == value,
        "-": _difference,
        "*": lambda digits, value: prod(digits) == value,
        "/": _quotient,
    }
)


def _calcudoku_cage(cells: Cells, value: int, operator: str | None) -> Iterator[Cage]:
    yield Cage(cells, label=f"{value}{'' if operator is None else dict(zip('+-*/', '+−×÷', strict=True))[operator]}")


@rule(
    "calcudoku",
    synonyms=(
        "kenken",
        "mathdoku",
        "calculation cage",
    ),
    draw=_calcudoku_cage,
)
def calcudoku(cells: Cells, value: int, operator: Operator | None = None) -> Generator[Constraint, None, None]:
    """The operator applied to the digits in the cage gives the value; without an operator, any of the four may do so.

    Digits may repeat. Subtraction and division start from one of the digits and apply the others to it.
    """
    if operator == "+":
        yield sum_of(cells) == value
    elif operator == "*":
        yield Product(cells, value)
    elif prod(len(cell.domain) for cell in cells) <= MAX_LISTED:
        operators = "+-*/" if operator is None else operator
        yield Table(cells, _listed(tuple(cell.domain for cell in cells), value, operators))
    elif operator == "-":
        yield _made_by_difference(cells, value)
    elif operator == "/":
        yield _made_by_quotient(cells, value)
    else:
        yield AnyOf(
            sum_of(cells) == value,
            Product(cells, value),
            _made_by_difference(cells, value),
            _made_by_quotient(cells, value),
        )


@lru_cache(maxsize=1024)
def _listed(domains: tuple[Digits, ...], value: int, operators: str) -> frozenset[Digits]:
    return frozenset(
        digits for digits in product(*domains) if any(_MAKES[operator](digits, value) for operator in operators)
    )


def _made_by_difference(cells: Cells, value: int) -> Constraint:
    return AnyOf(*(2 * cell - sum_of(cells) == value for cell in cells))


def _made_by_quotient(cells: Cells, value: int) -> Constraint:
    ways = []
    for place, cell in enumerate(cells):
        others = cells[:place] + cells[place + 1 :]
        if value == 0:
            ways.append(AllOf(cell == 0, Not(Product(others, 0))))
            continue
        ways += [
            AllOf(cell == digit, Product(others, digit // value))
            for digit in cell.domain
            if digit and digit % value == 0
        ]
    return AnyOf(*ways)


def _sum_cage(cells: Cells, sum_: int) -> Iterator[Cage]:
    yield Cage(cells, label=str(sum_), colour="#a33")


@rule("rellik", synonyms=("anti-killer",), draw=_sum_cage)
def rellik(cells: Cells, sum_: int) -> Generator[Constraint, None, None]:
    """No digit and no combination of digits in the cage adds up to the sum; digits may repeat.

    Raises
    ------
    ModelError
        If a digit may be negative.
    """
    if any(digit < 0 for cell in cells for digit in cell.domain):
        raise ModelError("cells: a rellik cage needs digits that are not negative")

    def step(sums: int, digit: int) -> int | None:
        """Read the cage; bit k of a state means that some of the digits so far, or none, add up to k."""
        if digit == sum_:
            return None
        grown = (sums | sums << digit) & ((1 << sum_ + 1) - 1)
        return None if grown >> sum_ & 1 else grown

    if sum_ > 0:
        yield Automaton.stepping(cells, 1, step)
    elif sum_ == 0:
        yield Count(cells, frozenset({0}), 0)


@rule("equality_cage", draw=Shade(colour="#e2efe9"), of_digits=True)
def equality_cage(cells: Cells) -> Generator[Constraint, None, None]:
    """The cage has as many even as odd digits and as many low as high digits; digits do not repeat.

    If the number of digits is odd, the middle one is neither low nor high and cannot occur.

    Raises
    ------
    ModelError
        If the number of cells is odd.
    """
    if len(cells) % 2:
        raise ModelError(f"cells: an equality cage needs an even number of cells, not {len(cells)}")
    digits = sorted({digit for cell in cells for digit in cell.domain})
    half = len(cells) // 2
    refuse_repeats(cells, "cells")
    yield AllDifferent(cells)
    yield Count(cells, frozenset(digit for digit in digits if digit % 2 == 0), half)
    yield Count(cells, frozenset(digits[: len(digits) // 2]), half)
    yield Count(cells, frozenset(digits[(len(digits) + 1) // 2 :]), half)


def _lunchbox(cells: Cells) -> Iterator[Line]:
    yield Line(cells, width=0.5, colour="#dcdcdc")


@rule("lunchbox", synonyms=("sandwich line",), draw=_lunchbox)
def lunchbox(cells: Cells, sum_: int) -> Generator[Constraint, None, None]:
    """The digits between the lowest and the highest digit of the line add up to the sum; digits do not repeat.

    Raises
    ------
    ModelError
        If there are fewer than two cells.
    """
    if len(cells) < 2:
        raise ModelError("cells: a lunchbox needs at least two cells")
    refuse_repeats(cells, "cells")
    yield AllDifferent(cell.digit for cell in cells)
    digits = tuple(sorted({digit for cell in cells for digit in cell.domain}))
    if len(digits) <= MOST_DIGITS and all(cell.digit is cell for cell in cells):
        yield Automaton(cells, _eater(digits, sum_))
        return
    meals = []
    for low, high in permutations(range(len(cells)), 2):
        inside = cells[min(low, high) + 1 : max(low, high)]
        ends = [cells[low] < cells[high]]
        ends += [cells[low] < cell for at, cell in enumerate(cells) if at not in (low, high)]
        ends += [cell < cells[high] for at, cell in enumerate(cells) if at not in (low, high)]
        meals.append(AllOf(*ends, sum(inside, LinearExpression(())) == sum_))
    yield AnyOf(*meals)


MOST_DIGITS = 10
"""The largest number of digits for which the automaton of a lunchbox remembers the set of those between the ends."""


@lru_cache(maxsize=1024)
def _eater(digits: tuple[int, ...], sum_: int) -> NFA:
    """The automaton that guesses the lowest and the highest digit, and remembers which ones it has read between them.

    A set of digits is a mask over those between the lowest and the highest.
    """
    rows: list[dict[int, frozenset[int]]] = []
    before_states, after_states = set(), set()
    for low, high in combinations(digits, 2):
        between = [digit for digit in digits if low < digit < high]
        masks = range(1 << len(between))
        meals = {mask for mask in masks if sum(digit for at, digit in enumerate(between) if mask >> at & 1) == sum_}
        eaten = [mask for mask in masks if any(mask & meal == mask for meal in meals)]
        if not meals:
            continue
        before, after = len(rows), len(rows) + 1
        starting: dict[int, frozenset[int]] = dict.fromkeys(between, frozenset({before}))
        rows += [starting, dict.fromkeys(between, frozenset({after}))]
        for first, last in ((low, high), (high, low)):
            state_of = {mask: frozenset({len(rows) + at}) for at, mask in enumerate(eaten)}
            starting[first] = state_of[0]
            for mask in eaten:
                row = {
                    digit: state_of[mask | 1 << at]
                    for at, digit in enumerate(between)
                    if not mask >> at & 1 and mask | 1 << at in state_of
                }
                if mask in meals:
                    row[last] = frozenset({after})
                rows.append(row)
        before_states.add(before)
        after_states.add(after)
    return NFA(tuple(rows), frozenset(after_states), frozenset(before_states))
