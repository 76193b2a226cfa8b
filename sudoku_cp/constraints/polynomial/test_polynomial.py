from __future__ import annotations

import pytest

from sudoku_cp import Model, ModelError
from sudoku_cp.kernel import Polynomial
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

ODD = (-2, 0, 1, 5)
SIGNED = range(-3, 4)

CASES = {
    "squares": Case(
        [range(1, 8)] * 3,
        lambda a, b, c: Polynomial(((1, (a, a)), (1, (b, b)), (-1, (c, c))), Relation.EQUAL, 0),
        lambda a, b, c: a * a + b * b == c * c,
    ),
    "an even power of both signs": Case(
        [SIGNED, range(10)],
        lambda a, b: Polynomial(((1, (a, a)), (-1, (b,))), Relation.EQUAL, 1),
        lambda a, b: a * a - b == 1,
    ),
    "an odd power of both signs": Case(
        [SIGNED, SIGNED],
        lambda a, b: Polynomial(((1, (a, a, a)), (2, (b,))), Relation.AT_MOST, -5),
        lambda a, b: a**3 + 2 * b <= -5,
    ),
    "a cell in several products": Case(
        [ODD] * 3,
        lambda a, b, c: Polynomial(((2, (a, b)), (-3, (a, c)), (1, (a,))), Relation.AT_LEAST, 4),
        lambda a, b, c: 2 * a * b - 3 * a * c + a >= 4,
    ),
    "unequal": Case(
        [ODD] * 2,
        lambda a, b: Polynomial(((1, (a, b)), (1, (a,))), Relation.UNEQUAL, 0),
        lambda a, b: a * b + a != 0,
    ),
    "products without cells": Case(
        [ODD],
        lambda a: Polynomial(((3, ()), (1, (a, a)), (-1, ())), Relation.EQUAL, 6),
        lambda a: a * a + 2 == 6,
    ),
    "terms that cancel out": Case(
        [ODD] * 2,
        lambda a, b: Polynomial(((1, (a, b)), (-1, (b, a)), (0, (a,))), Relation.EQUAL, 0),
        lambda a, b: True,
        all_or_none=True,
    ),
    "no terms": Case([ODD], lambda a: Polynomial((), Relation.EQUAL, 1), lambda a: False, all_or_none=True),
    "out of reach": Case(
        [ODD] * 2, lambda a, b: Polynomial(((1, (a, b)),), Relation.EQUAL, 26), lambda a, b: False, all_or_none=True
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b, c = Model().variables("abc", ODD)
    made = Polynomial([(2, [a, b]), (-1, (c, c)), (3, ())], "<=", 7)
    assert made.scope == (a, b, c, c)
    assert str(made) == "2·a·b - c·c + 3·1 ≤ 7"
    assert repr(made) == "Polynomial(terms=((2, (a, b)), (-1, (c, c)), (3, ())), relation=Relation.AT_MOST, constant=7)"


@pytest.mark.parametrize("terms", [5, [5], [(1,)], [("1", ())], [(1, 5)], [(1, ("2",))]])
def test_wrong_terms_are_refused(terms: object) -> None:
    with pytest.raises(ModelError):
        Polynomial(terms, Relation.EQUAL, 0)  # type: ignore[arg-type]
