from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_cp import Cell, Linear, LinearExpression, Model, ModelError, Relation

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
        lambda a, b: a * True,
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
