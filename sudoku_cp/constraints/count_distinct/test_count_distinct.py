from __future__ import annotations

import pytest

from sudoku_cp import Model
from sudoku_cp.kernel import CountDistinct
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
DOMAIN = (-1, 0, 1, 2)
ODD = (-2, 0, 1, 5)
EQUAL, UNEQUAL, AT_MOST, AT_LEAST = Relation


CASES = {
    "distinct": Case([D3] * 3, lambda *c: CountDistinct(c, 2), lambda *v: len(set(v)) == 2),
    "distinct ≠": Case([D3] * 3, lambda *c: CountDistinct(c, 2, UNEQUAL), lambda *v: len(set(v)) != 2),
    "distinct ≤ a cell": Case(
        [ODD, ODD, range(3)], lambda a, b, c: CountDistinct((a, b), c, AT_MOST), lambda a, b, c: len({a, b}) <= c
    ),
    "distinct ≥ one of them": Case(
        [range(4)] * 3, lambda a, b, c: CountDistinct((a, b, c, a), b, AT_LEAST), lambda a, b, c: len({a, b, c}) >= b
    ),
    "distinct, unaligned": Case(
        [(1, 2), (2, 3), (3, 4)], lambda *c: CountDistinct(c, 3, EQUAL), lambda *v: len(set(v)) == 3
    ),
    "distinct, of no cells": Case([range(2)], lambda a: CountDistinct((), a), lambda a: a == 0),
    "CountDistinct((a, b, c), 2)": Case(
        [DOMAIN] * 3, lambda a, b, c: CountDistinct((a, b, c), 2), lambda *v: len(set(v)) == 2
    ),
    "CountDistinct((a, b), c, Relation.AT_LEAST)": Case(
        [DOMAIN] * 3, lambda a, b, c: CountDistinct((a, b), c, Relation.AT_LEAST), lambda a, b, c: len({a, b}) >= c
    ),
    "CountDistinct((), 0)": Case([DOMAIN] * 3, lambda a, b, c: CountDistinct((), 0), lambda *v: True, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert CountDistinct((a, b), c).scope == (a, b, c)
    assert CountDistinct((a, b), 1).scope == (a, b)
    assert str(CountDistinct((a, b), c)) == "number of different values in a b = c"
