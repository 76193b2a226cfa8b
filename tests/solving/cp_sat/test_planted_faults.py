"""Faults planted into the CP-SAT lowering, one at a time: comparison with brute force must notice each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from sudoku_cp import AllDifferent, Model, Table
from sudoku_cp.constraints.all_different import cp_sat as all_different
from sudoku_cp.constraints.linear import cp_sat as linear
from sudoku_cp.constraints.table import cp_sat as table
from sudoku_cp.model import Relation
from sudoku_cp.model.limits import Limits
from sudoku_cp.solvers.cp_sat import (
    compiled,
    enumeration,
    literals as cp_literals,
    lowering,
    search,
)
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals
from sudoku_cp.solving.compiling import Pace

Planter = Callable[[pytest.MonkeyPatch], None]
FAULTS: list[Planter] = []


def fault(plant: Planter) -> Planter:
    FAULTS.append(plant)
    return plant


def all_but_last(items: Iterable[Any]) -> list[Any]:
    return list(items)[:-1]


@fault
def dropped_house(patch: pytest.MonkeyPatch) -> None:
    lower = all_different.define
    patch.setattr(all_different, "define", lambda house, *rest: None if house.label == "row 1" else lower(house, *rest))


@fault
def repeated_cell_taken_as_one(patch: pytest.MonkeyPatch) -> None:
    lower = all_different.define
    patch.setattr(all_different, "define", lambda house, *rest: lower(AllDifferent(dict.fromkeys(house.cells)), *rest))


@fault
def partial_house_without_at_most_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "at_most_one", lambda *_: None)


@fault
def partial_house_taken_as_permutation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "at_most_one", ValueLiterals.exactly_one)


@fault
def cell_without_a_value(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "contradiction", lambda *_: None)


@fault
def lost_candidate(patch: pytest.MonkeyPatch) -> None:
    build = ValueLiterals.__init__

    def lose(self: ValueLiterals, model: Model, pace: Pace) -> None:
        build(self, model, pace)
        self.clause([cp_literals.negated(len(self.values) - 1)])

    patch.setattr(ValueLiterals, "__init__", lose)


@fault
def free_variable(patch: pytest.MonkeyPatch) -> None:
    lower = lowering.lower

    def lower_and_add(model: Model, limits: Limits) -> ValueLiterals:
        literals = lower(model, limits)
        literals.boolean()
        return literals

    patch.setattr(compiled, "lower", lower_and_add)


@fault
def less_for_at_most(patch: pytest.MonkeyPatch) -> None:
    compare = linear._compare
    patch.setattr(
        linear,
        "_compare",
        lambda total, relation, c: total < c if relation is Relation.AT_MOST else compare(total, relation, c),
    )


@fault
def sum_off_by_one(patch: pytest.MonkeyPatch) -> None:
    require = ValueLiterals.sum_in
    patch.setattr(
        ValueLiterals,
        "sum_in",
        lambda self, terms, domain, *where: require(
            self, terms, [v + 1 for v in domain] if len(list(terms)) > 1 else domain, *where
        ),
    )


@fault
def sum_without_its_last_term(patch: pytest.MonkeyPatch) -> None:
    define = lowering.define_sum
    patch.setattr(linear, "define_sum", lambda terms, *rest: define(all_but_last(terms), *rest))


@fault
def flipped_signs(patch: pytest.MonkeyPatch) -> None:
    collect = linear._collected
    patch.setattr(linear, "_collected", lambda terms: {cell: -weight for cell, weight in collect(terms).items()})


@fault
def forgotten_constant(patch: pytest.MonkeyPatch) -> None:
    define = linear.define
    patch.setattr(linear, "define", lambda c, *rest: define(replace(c, constant=0), *rest))


@fault
def lost_digit_set(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(linear, "combinations", lambda values, size: list(combinations(values, size))[1:])


@fault
def clause_without_negation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(linear, "negated", lambda literal: literal)


@fault
def lost_tuple(patch: pytest.MonkeyPatch) -> None:
    possible = table._possible
    patch.setattr(table, "_possible", lambda *args: all_but_last(possible(*args)))


@fault
def tuples_of_repeated_cells_not_compared(patch: pytest.MonkeyPatch) -> None:
    define = table.define
    patch.setattr(
        table,
        "define",
        lambda c, *rest: define(
            Table(c.cells[:1], [row[:1] for row in c.tuples]) if len(set(c.scope)) == 1 else c, *rest
        ),
    )


@fault
def flipped_objective(patch: pytest.MonkeyPatch) -> None:
    add = lowering.with_objective
    patch.setattr(compiled, "with_objective", lambda literals, objective: add(literals, objective.opposite()))


@fault
def objective_without_its_last_term(patch: pytest.MonkeyPatch) -> None:
    costs = lowering._costs
    patch.setattr(lowering, "_costs", lambda *args: dict(all_but_last(costs(*args).items())))


@fault
def ignored_givens(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(search, "_fix", lambda *_: None)


@fault
def givens_left_behind(patch: pytest.MonkeyPatch) -> None:
    fix = search._fix
    patch.setattr(search, "_fix", lambda proto, fixed: fix(proto, list(fixed)[:1]))


@fault
def lost_last_solution(patch: pytest.MonkeyPatch) -> None:
    stream = enumeration.stream_solutions

    def lose(*args: Any) -> Generator[Any, None, Any]:
        enumeration = stream(*args)
        previous = None
        while True:
            try:
                values = next(enumeration)
            except StopIteration as end:
                return end.value
            if previous is not None:
                yield previous
            previous = values

    patch.setattr(compiled, "stream_solutions", lose)


@fault
def count_off_by_one(patch: pytest.MonkeyPatch) -> None:
    count = enumeration.count_solutions
    patch.setattr(compiled, "count_solutions", lambda *args: (*(answer := count(*args))[:2], answer[2] + 1))


@fault
def candidates_given_up_early(patch: pytest.MonkeyPatch) -> None:
    find = enumeration.find_candidates
    patch.setattr(compiled, "find_candidates", lambda proto, unseen, *rest: find(proto, set(sorted(unseen)[:2]), *rest))


@pytest.mark.slow
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_fault_is_caught(plant: Planter, answers_right: Callable[[str], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not answers_right("cp-sat")
