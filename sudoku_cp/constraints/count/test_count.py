from __future__ import annotations

import pytest

from sudoku_cp import Model
from sudoku_cp.kernel import Count
from sudoku_cp.model import Relation
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
DOMAIN = (-1, 0, 1, 2)
ODD = (-2, 0, 1, 5)
EQUAL, UNEQUAL, AT_MOST, AT_LEAST = Relation


CASES = {
    "count": Case([D3] * 3, lambda *c: Count(c, frozenset({1, 3}), 2), lambda *v: sum(x != 2 for x in v) == 2),
    "count ≠": Case([ODD] * 2, lambda *c: Count(c, frozenset({0, 9}), 1, UNEQUAL), lambda *v: v.count(0) != 1),
    "count ≤": Case([ODD] * 3, lambda *c: Count(c, frozenset({0, 5, 1}), 1, AT_MOST), lambda *v: v.count(-2) >= 2),
    "count ≥": Case([ODD] * 3, lambda *c: Count(c, frozenset({-2}), 1, AT_LEAST), lambda *v: -2 in v),
    "count is a cell": Case(
        [D3, D3, range(-1, 3)], lambda a, b, c: Count((a, b), frozenset({1}), c), lambda a, b, c: (a, b).count(1) == c
    ),
    "count of itself": Case(
        [range(3)] * 2, lambda a, b: Count((a, b), frozenset({1}), a, AT_LEAST), lambda a, b: (a, b).count(1) >= a
    ),
    "count with repetition": Case(
        [D3] * 2, lambda a, b: Count((a, b, a), frozenset({2}), 2), lambda a, b: (a, b, a).count(2) == 2
    ),
    "count of no cells": Case([range(2)], lambda a: Count((), frozenset({1}), a), lambda a: a == 0),
    "count of all values": Case([D3] * 2, lambda *c: Count(c, frozenset(D3), 2), lambda *v: True, all_or_none=True),
    "far less than": Case(
        [D3] * 2, lambda *c: Count(c, frozenset({1}), 10**30, AT_MOST), lambda *v: True, all_or_none=True
    ),
    "count of too many": Case([D3] * 2, lambda *c: Count(c, frozenset({1}), 3), lambda *v: False, all_or_none=True),
    "Count((a, b, c), ({0, 2, 7}), 2)": Case(
        [DOMAIN] * 3,
        lambda a, b, c: Count((a, b, c), frozenset({0, 2, 7}), 2),
        lambda *v: sum(x in (0, 2) for x in v) == 2,
    ),
    "Count((a, a), ({1}), c, Relation.AT_MOST)": Case(
        [DOMAIN] * 3,
        lambda a, b, c: Count((a, a), frozenset({1}), c, Relation.AT_MOST),
        lambda a, b, c: 2 * (a == 1) <= c,
    ),
    "Count((), (), c, Relation.UNEQUAL)": Case(
        [DOMAIN] * 3, lambda a, b, c: Count((), frozenset(), c, Relation.UNEQUAL), lambda a, b, c: c != 0
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b, c = Model().variables("abc", DOMAIN)
    assert Count((a, a), frozenset({1}), c).scope == (a, a, c)
    count = Count([a, b], [1, 1, 2], c)
    assert (count.cells, count.values) == ((a, b), frozenset({1, 2}))
    assert str(Count((a, b), frozenset({3, 1}), 2, Relation.AT_LEAST)) == "number of 1, 3 in a b ≥ 2"
