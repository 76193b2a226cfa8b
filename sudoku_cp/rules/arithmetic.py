"""Calcudoku (KenKen) cages: an operation, which may be unknown, on the digits gives a value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Literal

from sudoku_cp.model import AllOf, AnyOf, Constraint, Not, Product, Table
from sudoku_cp.rules.cages import total
from sudoku_cp.rules.drawings import Cage
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule

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


def _cage(cells: Cells, value: int, operator: str | None) -> Iterator[Cage]:
    yield Cage(cells, label=f"{value}{'' if operator is None else dict(zip('+-*/', '+−×÷', strict=True))[operator]}")


@rule("calcudoku", draw=_cage)
def calcudoku(cells: Cells, value: int, operator: Operator | None = None) -> Generator[Constraint, None, None]:
    """The operator applied to the digits in the cage gives the value; without an operator, any of the four may do so.

    Digits may repeat. Subtraction and division start from one of the digits and apply the others to it.
    """
    if operator == "+":
        yield total(cells) == value
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
            total(cells) == value,
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
    return AnyOf(*(2 * cell - total(cells) == value for cell in cells))


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
