"""What the python-constraint lowering refuses, and traps of the package it has to step around."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from sudoku_cp import AllDifferent, Cell, Constraint, Model, Not
from sudoku_cp.kernel import Linear
from sudoku_cp.model import LoweringError, Relation
from sudoku_cp.model.answers import Status
from sudoku_cp.solvers.python_constraint import lowering
from sudoku_cp.solvers.python_constraint.lowering import lower
from sudoku_cp.solving.registry import load_solver


def test_large_domains_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.variable("x", range(5))
    monkeypatch.setattr(lowering, "MAX_DOMAIN", 4)
    with pytest.raises(LoweringError, match="x has 5"):
        lower(model)


def test_empty_scopes_are_not_posted_on_all_cells() -> None:
    model = Model()
    model.variables("ab", domain=(1, 2))
    model.add(AllDifferent(()), Linear((), Relation.EQUAL, 0))
    assert lower(model).postings == ()
    assert load_solver("python-constraint").compile(model).count().count == 4


def test_a_domain_emptied_by_one_sum_does_not_upset_the_next() -> None:
    model = Model()
    a, b = model.variables("ab", domain=(1, 2))
    model.add(a + b <= 1, a + b == 3, a - b >= 0)
    assert load_solver("python-constraint").compile(model).solve().status is Status.INFEASIBLE


def test_searches_do_not_share_what_constraints_remember() -> None:
    model = Model()
    a, b = model.variables("ab", domain=range(1, 10))
    model.add(a + b == 10)
    compiled = load_solver("python-constraint").compile(model)
    low, high = compiled.solutions({a: 1}), compiled.solutions({a: 9})
    assert next(high)[b] == 1
    assert next(low)[b] == 9
    assert compiled.count().count == 9


@dataclass(frozen=True, eq=False, slots=True)
class _Rising(Constraint):
    """A kind of constraint that no solver knows."""

    cells: tuple[Cell, ...]
    label: str = "rising"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        values = [assignment[cell] for cell in self.cells]
        return values == sorted(values)

    def describe(self) -> str:
        return "rising"


def test_a_constraint_of_any_kind_is_asked_what_it_means() -> None:
    model = Model()
    a, b, c = model.variables("abc", domain=(1, 2, 3))
    model.add(_Rising((c, a)), Not(_Rising((a, b, a))), _Rising(()))
    found = {solution.values_in_order for solution in load_solver("python-constraint").compile(model).solutions()}
    assert found == {(x, y, z) for x in (1, 2, 3) for y in (1, 2, 3) for z in (1, 2, 3) if z <= x != y}
