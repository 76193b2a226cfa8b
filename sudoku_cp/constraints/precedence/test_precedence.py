from __future__ import annotations

import pytest

from sudoku_cp import Model, ModelError, Not
from sudoku_cp.kernel import Precedence
from sudoku_cp.model import LoweringError
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.support.cases import Case, assert_means

D3, D4 = range(1, 4), range(1, 5)
ODD = (-2, 0, 1, 5)


def in_order(start: int, *values: int) -> bool:
    """Each value above the start follows one that is 1 less, or the start."""
    return all(value <= start + 1 or value - 1 in values[:place] for place, value in enumerate(values))


CASES = {
    "from 1": Case([D4] * 4, lambda *c: Precedence(c), lambda *v: in_order(0, *v)),
    "from 3": Case([D4] * 3, lambda *c: Precedence(c, 2), lambda *v: in_order(2, *v)),
    "from 0": Case([range(4)] * 4, lambda *c: Precedence(c, -1), lambda *v: in_order(-1, *v)),
    "other domains": Case([(1, 3), (2, 4), (1, 2, 3), (4,)], lambda *c: Precedence(c), lambda *v: in_order(0, *v)),
    "gaps": Case([ODD, (0, 2), (1, 3), (3, 5)], lambda *c: Precedence(c), lambda *v: in_order(0, *v)),
    "the last is the largest": Case([D4, D4, D3, (4,)], lambda *c: Precedence(c), lambda *v: in_order(0, *v)),
    "a cell twice": Case([D3] * 3, lambda a, b, c: Precedence((a, b, a, c)), lambda a, b, c: in_order(0, a, b, a, c)),
    "never": Case([(2, 3)] * 2, lambda *c: Precedence(c), lambda *v: False, all_or_none=True),
    "always": Case([D3] * 2, lambda *c: Precedence(c, 2), lambda *v: True, all_or_none=True),
    "from far above": Case([D3] * 2, lambda *c: Precedence(c, 10**30), lambda *v: True, all_or_none=True),
    "no cells": Case([D3], lambda a: Precedence(()), lambda a: True, all_or_none=True),
    "not": Case([D4] * 3, lambda *c: Not(Precedence(c)), lambda *v: not in_order(0, *v)),
    "not with gaps": Case([ODD, (0, 2), (1, 3)], lambda *c: Not(Precedence(c)), lambda *v: not in_order(0, *v)),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


def test_propagation_alone_forces_what_comes_later() -> None:
    """The last of five is 4, so that the first four have 1, 2 and 3 in order, with one more of them."""
    model = Model()
    cells = model.variables("abcde", D4)
    model.add(Precedence(cells))
    model.give("e", 4).give("c", 2)
    result = model.count()
    assert result.count == len([1 for a in D4 for b in D4 for d in D4 if in_order(0, a, b, 2, d, 4)])
    model.give("b", 1).give("d", 1)
    refuted = model.count()
    assert (refuted.count, refuted.statistics.nodes) == (0, 0)


def test_scope_and_text() -> None:
    a, b = Model().variables("ab", D3)
    assert Precedence([a, b, a]).scope == (a, b, a)
    assert str(Precedence((a, b), 1)) == "values above 1 first occur in order in a b"


@pytest.mark.parametrize("start", [1.0, True, "1", None])
def test_a_start_is_an_integer(start: object) -> None:
    with pytest.raises(ModelError, match="the start of Precedence must be an integer"):
        Precedence((), start)  # type: ignore[arg-type]


def test_too_many_values() -> None:
    """With fewer cells, none can reach a value as large."""
    model = Model()
    cells = model.variables([f"x{number}" for number in range(63)], (1, 64))
    model.add(Precedence(cells[1:]))
    assert model.give(cells[0], 1).count().count == 1
    model.add(Precedence(cells))
    with pytest.raises(LoweringError, match="at most 63 values can be ordered, not 64"):
        load_solver("exact-cover").compile(model)
    assert load_solver("cp-sat").compile(model).count().count == 1


def test_values_of_other_cells_are_no_values_to_order() -> None:
    """The engine gives all cells one table of values, where it can."""
    model = Model()
    cells = model.variables([f"x{number}" for number in range(63)], (1, 2))
    other = model.variable("other", (0, 100))
    model.add(Precedence(cells))
    model.give(other, 100)
    for cell in cells[1:]:
        model.give(cell, 2)
    assert load_solver("exact-cover").compile(model).count().count == 1
