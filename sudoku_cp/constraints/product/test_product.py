from __future__ import annotations

from math import prod

import pytest

from sudoku_cp import Model
from sudoku_cp.kernel import Product
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
D4 = range(4)
DOMAIN = (-1, 0, 1, 2)
ODD = (-2, 0, 1, 5)


CASES = {
    "product": Case([range(7)] * 2, lambda a, b: Product((a, b), 6), lambda a, b: a * b == 6),
    "product of the largest": Case([D3, D4[1:]], lambda *c: Product(c, 9), lambda *v: v == (3, 3)),
    "product of the smallest": Case([(2, 3, 5)] * 3, lambda *c: Product(c, 8), lambda *v: v == (2, 2, 2)),
    "product of all but the largest": Case([(2, 3, 5)] * 3, lambda *c: Product(c, 75), lambda *v: prod(v) == 75),
    "positive product is a cell": Case(
        [D3, (2, 5), (1, 2, 5, 15, 16)], lambda a, b, c: Product((a, b), c), lambda a, b, c: a * b == c
    ),
    "product is a cell": Case([ODD, range(-2, 3), ODD], lambda a, b, c: Product((a, b), c), lambda a, b, c: a * b == c),
    "product of nothing but zero": Case([ODD] * 3, lambda *c: Product(c, 0), lambda *v: 0 in v),
    "negative product": Case([range(-3, 4)] * 3, lambda *c: Product(c, -6), lambda *v: prod(v) == -6),
    "square": Case([range(-3, 4), range(10)], lambda a, b: Product((a, a), b), lambda a, b: a * a == b),
    "product of itself": Case([ODD] * 2, lambda a, b: Product((a, b), a), lambda a, b: a * b == a),
    "product of no cells": Case([range(3)], lambda a: Product((), a), lambda a: a == 1),
    "product of no cells, 1": Case([D3], lambda a: Product((), 1), lambda a: True, all_or_none=True),
    "product of no cells, 2": Case([D3], lambda a: Product((), 2), lambda a: False, all_or_none=True),
    "prime factor too many": Case([D3] * 2, lambda *c: Product(c, 5), lambda *v: False, all_or_none=True),
    "Product((a, b, a), c)": Case([DOMAIN] * 3, lambda a, b, c: Product((a, b, a), c), lambda a, b, c: a * a * b == c),
    "Product((), c)": Case([DOMAIN] * 3, lambda a, b, c: Product((), c), lambda a, b, c: c == 1),
    "Product((a,), -1)": Case([DOMAIN] * 3, lambda a, b, c: Product((a,), -1), lambda a, b, c: a == -1),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert Product((a, b), c).scope == (a, b, c)
    assert Product([a], 1).cells == Product((a,), 1).scope == (a,)
    assert str(Product((a, b, a), c)) == "a · b · a = c"
    assert str(Product((), 1)) == "1 = 1"
    assert str(Product((), 1, "nothing")) == "nothing"
