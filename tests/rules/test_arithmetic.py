from __future__ import annotations

from itertools import permutations
from math import prod
from operator import sub, truediv
from typing import Any

import pytest

from sudoku_cp import AllOf, AnyOf, Constraint, Not, Sudoku, Table
from sudoku_cp.kernel import Combination, Product
from sudoku_cp.rules import Cage, calcudoku
from sudoku_cp.solving.registry import load_solver

Values = tuple[int, ...]


def reduced(operation: Any, digits: Values) -> float | None:
    """Read from left to right; None where it divides by zero."""
    result: float = digits[0]
    for digit in digits[1:]:
        if operation is truediv and digit == 0:
            return None
        result = operation(result, digit)
    return result


def makes(digits: Values, value: int, operator: str | None) -> bool:
    if operator is None:
        return any(makes(digits, value, known) for known in "+-*/")
    if operator == "+":
        return sum(digits) == value
    if operator == "*":
        return prod(digits) == value
    operation = {"-": sub, "/": truediv}[operator]
    return any(
        (made := reduced(operation, order)) is not None and abs(made - value) < 1e-9 for order in permutations(digits)
    )


@pytest.fixture
def free() -> Any:
    """A grid without houses and the cells of a cage of some size."""

    def declare(count: int, digits: range) -> tuple[Sudoku, tuple[Any, ...]]:
        sudoku = Sudoku(4, regions="", digits=digits)
        sudoku.constraints.clear()
        return sudoku, sudoku.grid[:count]

    return declare


CASES = [
    *((count, operator, 2) for count in (1, 2, 3) for operator in ("+", "-", "*", "/", None)),
    *((4, operator, value) for operator in ("-", "/", None) for value in (0, 1, 2)),
    (5, "/", 2),
    (5, None, 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "operator", "value"), CASES)
@pytest.mark.parametrize("digits", [range(1, 5), range(4)])
def test_calcudoku(
    monkeypatch: pytest.MonkeyPatch, free: Any, count: int, operator: str | None, value: int, digits: range
) -> None:
    monkeypatch.setattr("sudoku_cp.rules.cages.MAX_LISTED", 100)
    sudoku, cells = free(count, digits)
    if count == 1:
        value = 2
    names = [cell.name for cell in cells]
    (constraint,) = calcudoku(names, value, operator).constraints(sudoku)
    words = set(_words(cells))
    expected = {word for word in words if makes(word, value, operator)}
    assert {word for word in words if constraint.holds(dict(zip(cells, word, strict=True)))} == expected
    others = {cell: cell.domain[0] for cell in sudoku.cells if cell not in set(cells)}

    def solutions(asked: Constraint) -> list[Values]:
        sudoku.constraints[:] = [asked]
        found = load_solver("exact-cover").compile(sudoku).solutions(others)
        return sorted(tuple(solution[cell] for cell in cells) for solution in found)

    assert solutions(constraint) == sorted(expected)
    assert solutions(Not(constraint)) == sorted(words - expected)
    assert solutions(AnyOf(AllOf(constraint, cells[-1] != 2), cells[0] == 3)) == sorted(
        word for word in words if (word in expected and word[-1] != 2) or word[0] == 3
    )


def _words(cells: tuple[Any, ...]) -> list[Values]:
    words: list[Values] = [()]
    for cell in cells:
        words = [(*word, digit) for word in words for digit in cell.domain]
    return words


def test_something_is_said() -> None:
    """Most cases above have words of both kinds; these have, with the operations told apart."""
    digits = (1, 2, 4)
    assert [operator for operator in "+-*/" if makes(digits, 7, operator)] == ["+"]
    assert [operator for operator in "+-*/" if makes(digits, 1, operator)] == ["-"]
    assert [operator for operator in "+-*/" if makes(digits, 8, operator)] == ["*"]
    assert [operator for operator in "+-*/" if makes(digits, 2, operator)] == ["/"]


def test_kernel() -> None:
    sudoku = Sudoku(9)
    cells = "r1c1 r1c2 r1c3 r1c4"
    kinds = [type(next(iter(calcudoku(cells, 2, operator).constraints(sudoku)))) for operator in ("*", "-", "/", None)]
    assert kinds == [Product, Combination, Combination, Combination]
    assert isinstance(next(iter(calcudoku("r1c1 r1c2", 2).constraints(sudoku))), Table)


@pytest.mark.parametrize(("operator", "label"), [("+", "6+"), ("-", "6−"), ("*", "6×"), ("/", "6÷"), (None, "6")])
def test_drawing(latin: Sudoku, operator: str | None, label: str) -> None:
    (cage,) = calcudoku("r1c1 r1c2", 6, operator).drawings(latin)
    assert isinstance(cage, Cage)
    assert cage.label == label
