from __future__ import annotations

from itertools import product

import pytest

from sudoku_cp import (
    AllDifferent,
    Model,
)
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)


CASES = {
    "all different": Case([D3] * 3, lambda a, b, c: AllDifferent((a, b, c)), lambda a, b, c: a != b != c != a),
    "partial house": Case([range(5)] * 3, lambda a, b, c: AllDifferent((a, b, c)), lambda a, b, c: a != b != c != a),
    "too few values": Case([(1, 2)] * 3, lambda *cells: AllDifferent(cells), lambda *v: False, all_or_none=True),
    "permutation of unequal domains": Case(
        [(1, 2), (2, 3), (1, 3)], lambda *cells: AllDifferent(cells), lambda *v: len(set(v)) == 3
    ),
    "different, of no cells": Case([(1, 2)], lambda a: AllDifferent(()), lambda a: True, all_or_none=True),
    "different, of one cell": Case([(1, 2)], lambda a: AllDifferent((a,)), lambda a: True, all_or_none=True),
    "different, repeated": Case([(1, 2)] * 2, lambda a, b: AllDifferent((a, b, a)), lambda *v: False, all_or_none=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_holds() -> None:
    a, b, c = Model().variables("abc", (1, 2, 3))
    outcomes = set()
    for x, y, z in product((1, 2, 3), repeat=3):
        expected = x != y and y != z and x != z
        assert AllDifferent((a, b, c)).holds({a: x, b: y, c: z}) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}


def test_empty_single_and_repeated_scopes() -> None:
    (a,) = Model().variables("a", (1, 2))
    assert AllDifferent(()).holds({})
    assert AllDifferent((a,)).holds({a: 1})
    assert not AllDifferent((a, a)).holds({a: 1})
    assert AllDifferent(iter([a, a])).scope == (a, a)


def test_text() -> None:
    cells = Model().variables("ab", (1, 2))
    assert str(AllDifferent(cells)) == "all different: a b"
    assert str(AllDifferent(cells, label="row 1")) == "row 1"
