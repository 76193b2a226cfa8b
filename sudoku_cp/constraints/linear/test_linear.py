from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import AllDifferent, Cell, Constraint, Model, ModelError
from sudoku_cp.kernel import Linear
from sudoku_cp.model import LinearExpression, Relation
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means


def linear(weights: Sequence[int], relation: Relation, constant: int) -> Callable[..., Constraint]:
    return lambda *cells: Linear(tuple(zip(weights, cells, strict=True)), relation, constant)


CASES = {
    "less": Case([range(1, 6)] * 2, lambda a, b: a < b, lambda a, b: a < b),
    "at most": Case([range(1, 6)] * 2, lambda a, b: a <= b, lambda a, b: a <= b),
    "greater": Case([range(-2, 3)] * 2, lambda a, b: a > b + 1, lambda a, b: a > b + 1),
    "at least": Case([range(-2, 3)] * 2, lambda a, b: 2 * a >= 3 * b, lambda a, b: 2 * a >= 3 * b),
    "equal": Case([range(1, 6)] * 2, lambda a, b: a == b, lambda a, b: a == b),
    "unequal": Case([range(1, 6)] * 2, lambda a, b: a != b, lambda a, b: a != b),
    "sum of three": Case([range(1, 6)] * 3, lambda a, b, c: a + b == c, lambda a, b, c: a + b == c),
    "sum of three ≤": Case([range(4)] * 3, lambda a, b, c: a + b - 2 * c <= 1, lambda a, b, c: a + b - 2 * c <= 1),
    "sum of three ≥": Case([range(-2, 3)] * 3, lambda a, b, c: 3 * a - b + c >= 4, lambda a, b, c: 3 * a - b + c >= 4),
    "sum of three ≠": Case([range(4)] * 3, lambda a, b, c: a + 2 * b - c != 2, lambda a, b, c: a + 2 * b - c != 2),
    "sum of four, gaps": Case([(-5, 0, 7)] * 4, lambda a, b, c, d: a + b + c + d == 2, lambda *v: sum(v) == 2),
    "cage": Case(
        [range(1, 7)] * 3,
        lambda *cells: [AllDifferent(cells), sum(cells) == 11],
        lambda *v: sum(v) == 11 and len(set(v)) == 3,
    ),
    "cage of negative weight, at most": Case(
        [range(1, 6)] * 3,
        lambda *cells: [AllDifferent(cells), -sum(cells) <= -9],
        lambda *v: -sum(v) <= -9 and len(set(v)) == 3,
    ),
    "cage in a larger house": Case(
        [range(1, 5)] * 4,
        lambda a, b, c, d: [AllDifferent((a, b, c, d)), 2 * a + 2 * b + 2 * c == 14],
        lambda a, b, c, d: a + b + c == 7 and len({a, b, c, d}) == 4,
    ),
    "one cell": Case([range(5)], lambda a: 2 * a <= 5, lambda a: 2 * a <= 5),
    "one cell ≠": Case([range(5)], lambda a: a != 3, lambda a: a != 3),
    "odd sum of even": Case([range(4)] * 3, linear((2, 2, 4), Relation.EQUAL, 5), lambda *v: False, all_or_none=True),
    "zero weight": Case([range(3)] * 2, linear((0, 1), Relation.EQUAL, 2), lambda a, b: b == 2),
    "zero weights only": Case([(1, 2)] * 2, linear((0, 0), Relation.AT_MOST, 0), lambda *v: True, all_or_none=True),
    "no terms, false": Case([(1, 2)], lambda a: Linear((), Relation.UNEQUAL, 0), lambda a: False, all_or_none=True),
    "no terms, true": Case([(1, 2)], lambda a: Linear((), Relation.AT_LEAST, -1), lambda a: True, all_or_none=True),
    "repeated cell in a sum": Case(
        [range(4)] * 2, lambda a, b: Linear(((1, a), (1, b), (1, a)), Relation.EQUAL, 5), lambda a, b: 2 * a + b == 5
    ),
    "repeated cell that cancels out": Case(
        [range(3)] * 2, lambda a, b: Linear(((1, a), (1, b), (-1, a)), Relation.AT_LEAST, 1), lambda a, b: b >= 1
    ),
    "large numbers": Case([(-(10**11), 0, 10**11)] * 3, lambda a, b, c: a + b == c, lambda a, b, c: a + b == c),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


VALUES = (-2, 0, 1, 3)


@pytest.fixture
def cells() -> tuple[Cell, ...]:
    return Model().variables("abc", VALUES)


@pytest.mark.parametrize(
    "formula",
    [
        lambda a, b, c: a + b,
        lambda a, b, c: a - b + 2,
        lambda a, b, c: 5 - a,
        lambda a, b, c: -a + 3 * b - c * 2,
        lambda a, b, c: 2 * (a - 3 * (b + 1)) - (c - a),
        lambda a, b, c: sum([a, b, c]),
        lambda a, b, c: 0 * a + 7,
        lambda a, b, c: -(a - a),
    ],
)
def test_arithmetic(formula: Callable[..., Any], cells: tuple[Cell, ...]) -> None:
    expression = formula(*cells)
    assert isinstance(expression, LinearExpression)
    for values in product(VALUES, repeat=3):
        assert expression.value(dict(zip(cells, values, strict=True))) == formula(*values)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt])
@pytest.mark.parametrize(
    "sides",
    [
        lambda a, b, c: (a, b),
        lambda a, b, c: (a, 1),
        lambda a, b, c: (1, a),
        lambda a, b, c: (a + b, 2 * c - 1),
        lambda a, b, c: (a, b + 1),
        lambda a, b, c: (a + a, b - b),
    ],
)
def test_comparisons(compare: Callable[..., Any], sides: Callable[..., Any], cells: tuple[Cell, ...]) -> None:
    constraint = compare(*sides(*cells))
    assert isinstance(constraint, Linear)
    outcomes = set()
    for values in product(VALUES, repeat=3):
        expected = compare(*sides(*values))
        assert constraint.holds(dict(zip(cells, values, strict=True))) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}


@given(
    weights=st.lists(st.integers(-9, 9), max_size=4),
    relation=st.sampled_from(Relation),
    constant=st.integers(-20, 20),
    values=st.lists(st.integers(-9, 9), min_size=4, max_size=4),
)
def test_holds(weights: list[int], relation: Relation, constant: int, values: list[int]) -> None:
    model = Model()
    cells = model.variables("abcd", range(-9, 10))
    constraint = Linear(tuple(zip(weights, cells, strict=False)), relation, constant)
    total = sum(map(operator.mul, weights, values))
    meaning = {
        Relation.EQUAL: total == constant,
        Relation.UNEQUAL: total != constant,
        Relation.AT_MOST: total <= constant,
        Relation.AT_LEAST: total >= constant,
    }
    assert constraint.holds(dict(zip(cells, values, strict=True))) == meaning[relation]
    assert constraint.scope == cells[: len(weights)]


def test_weights_of_a_cell_are_added_up_and_zero_keeps_it_in_scope(cells: tuple[Cell, ...]) -> None:
    a, b, _ = cells
    collected = a + b - a - a == 0
    assert isinstance(collected, Linear)
    assert [(weight, cell.name) for weight, cell in collected.terms] == [(-1, "a"), (1, "b")]
    assert (a - a <= 0).scope == (a,)


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda a, b: a + 2 * b <= 7, "a + 2·b ≤ 7"),
        (lambda a, b: a < b, "a - b ≤ -1"),
        (lambda a, b: -3 * a != 2, "-3·a ≠ 2"),
        (lambda a, b: Linear((), Relation.EQUAL, 0), "0 = 0"),
        (lambda a, b: a - b + 2, "a - b + 2"),
        (lambda a, b: a - 2, "a - 2"),
    ],
)
def test_text(build: Callable[..., Any], text: str, cells: tuple[Cell, ...]) -> None:
    assert str(build(*cells[:2])) == text


@pytest.mark.parametrize(
    "mistake",
    [
        lambda a, b, c: a < b < c,
        lambda a, b, c: a == b == 3,
        lambda a, b, c: (a < b) or (b < c),
        lambda a, b, c: (a < b) and (b < c),
        lambda a, b, c: not (a < b),
        lambda a, b, c: bool(a + b),
        lambda a, b, c: a or b,
        lambda a, b, c: c in [a, b],
        lambda a, b, c: max(a, b),
        lambda a, b, c: 1 if a == 2 else 0,
    ],
)
def test_what_python_would_evaluate_wrongly_is_refused(mistake: Callable[..., Any], cells: tuple[Cell, ...]) -> None:
    with pytest.raises(TypeError, match="truth value"):
        mistake(*cells)


@pytest.mark.parametrize(
    "mistake",
    [
        lambda a, b: a * 1.5,
        lambda a, b: a + 0.5,
        lambda a, b: a + "1",
        lambda a, b: a == "1",
        lambda a, b: a == None,  # noqa: E711
        lambda a, b: a < 1.0,
        lambda a, b: a - None,
    ],
)
def test_what_is_no_integer_is_refused(mistake: Callable[..., Any], cells: tuple[Cell, ...]) -> None:
    with pytest.raises(ModelError):
        mistake(*cells[:2])


def test_cells_are_told_apart_by_identity(cells: tuple[Cell, ...]) -> None:
    twins = Model().variables("abc", VALUES)
    assert len({*cells, *cells, *twins}) == 6
    assert {cells[0]: 1}[cells[0]] == 1
