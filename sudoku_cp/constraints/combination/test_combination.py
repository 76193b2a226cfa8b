from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from sudoku_cp import (
    DFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Automaton,
    Cell,
    Constraint,
    Exactly,
    Model,
    ModelError,
    Not,
    Table,
)
from sudoku_cp.kernel import Combination, Maximum, Minimum, Product
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
EQUAL, UNEQUAL, AT_MOST, AT_LEAST = Relation


ODD_ONES = DFA(({1: 1, 2: 0, 3: 0}, {1: 0, 2: 1, 3: 1}), frozenset({0}), start=1)


def none_of_one(constraint: Constraint, times: int) -> Constraint:
    """Negations inside negations; an engine that tries each of them again and again does not come to an end."""
    for _ in range(times):
        constraint = Combination((constraint,), AT_MOST, 0)
    return constraint


CASES = {
    "any of": Case(
        [D3] * 3, lambda a, b, c: AnyOf(a < b, b < c, a + b + c == 6), lambda a, b, c: a < b or b < c or a + b + c == 6
    ),
    "any of houses": Case(
        [D3] * 3, lambda a, b, c: AllDifferent((a, b)) | AllDifferent((b, c)), lambda a, b, c: a != b or b != c
    ),
    "any of tables": Case(
        [D3] * 3,
        lambda *c: Table(c, [(1, 2, 3), (3, 2, 1)]) | ~Table.where(c, lambda x, y, z: x != y),
        lambda a, b, c: a == b or (a, b, c) in {(1, 2, 3), (3, 2, 1)},
    ),
    "exactly": Case(
        [D3] * 3,
        lambda a, b, c: Exactly(2, a == 1, b == 1, c == 1, a + b + c == 7),
        lambda *v: v.count(1) + (sum(v) == 7) == 2,
    ),
    "listed twice": Case([D3] * 2, lambda a, b: (lambda c: Exactly(2, c, c, b == 1))(a == b), lambda a, b: a == b != 1),
    "at most": Case(
        [D3] * 3, lambda a, b, c: Combination((a == b, b == c, a == c), AT_MOST, 1), lambda *v: len(set(v)) > 1
    ),
    "any number but one": Case(
        [D3] * 2, lambda a, b: Combination((a == 1, b == 1), UNEQUAL, 1), lambda a, b: (a == 1) == (b == 1)
    ),
    "any function": Case(
        [D3] * 4,
        lambda a, b, c, d: AnyOf(Maximum((a, b), c), Product((a, b), d), Automaton((c, d, a), ODD_ONES)),
        lambda a, b, c, d: max(a, b) == c or a * b == d or (c, d, a).count(1) % 2 == 1,
    ),
    "not zero of one": Case([D3], lambda a: Combination((a == 1,), Relation.UNEQUAL, 0), lambda a: a == 1),
    "not one of one": Case([D3], lambda a: Combination((a == 1,), Relation.UNEQUAL, 1), lambda a: a != 1),
    "not two of two": Case(
        [D3] * 2, lambda a, b: Combination((a == 1, a == b), Relation.UNEQUAL, 2), lambda *v: v != (1, 1)
    ),
    "none of one, nine times": Case([D3], lambda a: none_of_one(a == 1, 9), lambda a: a != 1),
    "all of nothing": Case([D3], lambda a: AllOf(), lambda a: True, all_or_none=True),
    "not two of one": Case([D3], lambda a: Not(Exactly(2, a == 1)), lambda a: True, all_or_none=True),
    "more than none": Case(
        [D3], lambda a: Combination((a == 1,), AT_LEAST, -(10**30)), lambda a: True, all_or_none=True
    ),
    "all functions of all": Case(
        [D3], lambda a: Maximum((a,), a) & Minimum((a,), a) & Product((a,), a), lambda a: True, all_or_none=True
    ),
    "any of nothing": Case([D3], lambda a: AnyOf(), lambda a: False, all_or_none=True),
    "two of one": Case([D3], lambda a: Exactly(2, a == 1), lambda a: False, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


DOMAIN = (1, 2, 3)


@pytest.fixture
def cells() -> tuple[Cell, ...]:
    return Model().variables("ab", DOMAIN)


@pytest.mark.parametrize(
    ("declare", "holds"),
    [
        (lambda a, b: AnyOf(a == 1, b == 1), lambda a, b: a == 1 or b == 1),
        (lambda a, b: (a == 1) | (b == 1), lambda a, b: a == 1 or b == 1),
        (lambda a, b: AnyOf(), lambda a, b: False),
        (lambda a, b: AllOf(a == 1, b != 1), lambda a, b: a == 1 != b),
        (lambda a, b: (a == 1) & (b != 1), lambda a, b: a == 1 != b),
        (lambda a, b: AllOf(), lambda a, b: True),
        (lambda a, b: Not(a < b), lambda a, b: a >= b),
        (lambda a, b: ~(a < b), lambda a, b: a >= b),
        (lambda a, b: ~~(a < b), lambda a, b: a < b),
        (lambda a, b: ~(a == 1) & ((b == 1) | (a == b)), lambda a, b: a != 1 and (b == 1 or a == b)),
        (lambda a, b: Exactly(1, a == 1, b == 1), lambda a, b: (a == 1) != (b == 1)),
        (lambda a, b: Exactly(0), lambda a, b: True),
        (lambda a, b: Exactly(3, a == 1), lambda a, b: False),
        (lambda a, b: (lambda c: Exactly(2, c, c))(a == b), lambda a, b: a == b),
        (lambda a, b: Combination((a == 1, b == 1), Relation.AT_MOST, 1), lambda a, b: not a == b == 1),
        (lambda a, b: Combination((a == 1, b == 1), Relation.UNEQUAL, 1), lambda a, b: (a == 1) == (b == 1)),
        (lambda a, b: Combination((), Relation.AT_LEAST, -1), lambda a, b: True),
    ],
)
def test_holds(declare: Callable[..., Constraint], holds: Callable[..., bool], cells: tuple[Cell, ...]) -> None:
    constraint = declare(*cells)
    for values in product(DOMAIN, repeat=2):
        assert constraint.holds(dict(zip(cells, values, strict=True))) == holds(*values)


def test_scope_is_that_of_all_parts(cells: tuple[Cell, ...]) -> None:
    a, b = cells
    assert AnyOf(a < b, Not(b == 1)).scope == (a, b, b)
    assert AnyOf().scope == ()


def test_text(cells: tuple[Cell, ...]) -> None:
    a, b = cells
    assert str((a == 1) | (b == 1)) == "any of (a = 1; b = 1)"
    assert str((a == 1) & (b == 1)) == "all of (a = 1; b = 1)"
    assert str(~(a == 1)) == "not (a = 1)"
    assert str(Not(AnyOf(a == 1, a < b))) == "not (any of (a = 1; a - b ≤ -1))"
    assert str(Exactly(1, a == 1, b == 1)) == "= 1 of (a = 1; b = 1)"
    assert str(Combination((a == 1,), Relation.UNEQUAL, 7)) == "≠ 7 of (a = 1)"
    assert str(Exactly(1, a == 1).labelled("one clue lies")) == "one clue lies"
    assert str(Not((a == 1).labelled("wrogn"))) == "not (wrogn)"


def test_python_operators_that_ask_for_a_truth_value_are_refused(cells: tuple[Cell, ...]) -> None:
    a, b = cells
    for evaluate in (
        lambda: (a == 1) or (b == 1),
        lambda: not (a < b),
        lambda: bool(AnyOf(a == 1)),
        lambda: a < b < 3,
    ):
        with pytest.raises(TypeError, match="is a constraint and has no truth value"):
            evaluate()


def test_parts_with_cells_of_another_model_are_refused(cells: tuple[Cell, ...]) -> None:
    model = Model("small")
    (own,) = model.variables("x", DOMAIN)
    with pytest.raises(ModelError, match=r"a is not a cell of small$"):
        model.add(AnyOf(own == 1, Not(cells[0] == 1)))


@pytest.mark.parametrize("wrong", [5, 1.0, None, "a == 1", []])
def test_what_is_no_constraint_is_refused(wrong: Any, cells: tuple[Cell, ...]) -> None:
    right = cells[0] == 1
    for kind, parts in ((Not, (wrong,)), (AnyOf, (right, wrong)), (AllOf, (wrong, right))):
        with pytest.raises(ModelError, match=r"^a combination needs constraints, and .* is not one$"):
            kind(*parts)
