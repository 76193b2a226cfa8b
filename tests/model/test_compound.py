from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from sudoku_cp import AllOf, AnyOf, Cell, Combination, Constraint, Exactly, Model, ModelError, Not, Relation

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


@pytest.mark.parametrize("wrong", [5, True, None, "a == 1", []])
def test_what_is_no_constraint_is_refused(wrong: Any, cells: tuple[Cell, ...]) -> None:
    right = cells[0] == 1
    for kind, parts in ((Not, (wrong,)), (AnyOf, (right, wrong)), (AllOf, (wrong, right))):
        with pytest.raises(ModelError, match=r"^a combination is of constraints, and .* is none$"):
            kind(*parts)
