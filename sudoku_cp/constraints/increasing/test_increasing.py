from __future__ import annotations

from itertools import pairwise

import pytest

from sudoku_cp import Increasing, Model, ModelError, Not
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D4 = range(4)
ODD = (-2, 0, 1, 5)


def rises(step: int, *values: int) -> bool:
    return all(after - before >= step for before, after in pairwise(values))


CASES = {
    "strictly": Case([D4] * 3, lambda *c: Increasing(c), lambda *v: rises(1, *v)),
    "weakly": Case([D4] * 3, lambda *c: Increasing(c, 0), lambda *v: rises(0, *v)),
    "as many as there are values": Case([D4] * 4, lambda *c: Increasing(c), lambda *v: v == (0, 1, 2, 3)),
    "one more than there are values": Case(
        [range(3)] * 4, lambda *c: Increasing(c), lambda *v: False, all_or_none=True
    ),
    "by two": Case([ODD] * 3, lambda *c: Increasing(c, 2), lambda *v: rises(2, *v)),
    "falling a little": Case([ODD, D4, ODD], lambda *c: Increasing(c, -1), lambda *v: rises(-1, *v)),
    "by more than can be": Case([ODD] * 2, lambda *c: Increasing(c, 10**30), lambda *v: False, all_or_none=True),
    "by less than can be": Case([ODD] * 2, lambda *c: Increasing(c, -(10**30)), lambda *v: True, all_or_none=True),
    "other domains": Case([(0, 7), (3, 4), (-1, 4, 8)], lambda *c: Increasing(c), lambda *v: rises(1, *v)),
    "there and back": Case([D4] * 2, lambda a, b: Increasing((a, b, a), 0), lambda a, b: a == b),
    "a cell twice": Case([D4] * 2, lambda a, b: Increasing((a, a, b), 0), lambda a, b: a <= b),
    "a cell after itself": Case([D4], lambda a: Increasing((a, a)), lambda a: False, all_or_none=True),
    "one cell": Case([D4], lambda a: Increasing((a,)), lambda a: True, all_or_none=True),
    "no cells": Case([D4], lambda a: Increasing(()), lambda a: True, all_or_none=True),
    "not": Case([D4] * 3, lambda *c: Not(Increasing(c)), lambda *v: not rises(1, *v)),
    "not by two": Case([ODD, D4, ODD], lambda *c: Not(Increasing(c, 2)), lambda *v: not rises(2, *v)),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_scope_and_text() -> None:
    a, b, c = Model().variables("abc", D4)
    assert Increasing([a, b, a]).scope == (a, b, a)
    assert [str(Increasing((a, b, c), step)) for step in (1, 0, 2)] == [
        "a < b < c",
        "a ≤ b ≤ c",
        "a b c increase by 2 or more",
    ]
    assert repr(Increasing((a, b), 1)) == "Increasing(cells=(a, b))"


@pytest.mark.parametrize("step", [1.0, True, "1", None])
def test_a_step_is_an_integer(step: object) -> None:
    with pytest.raises(ModelError, match="the step of Increasing must be an integer"):
        Increasing((), step)  # type: ignore[arg-type]


def test_what_is_violated_is_the_comparison_of_two_neighbours() -> None:
    model = Model()
    cells = model.variables("abc", D4)
    model.add(Increasing(cells))
    assert [str(violation) for violation in model.violations([1, 2, 2])] == ["b - c ≤ -1 is broken: b=2 c=2"]
