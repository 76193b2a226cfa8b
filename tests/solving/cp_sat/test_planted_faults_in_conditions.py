"""Faults planted into the conditions of CP-SAT and what they are combined of; see also test_planted_faults.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from sudoku_cp import NFA, Automaton, Cell
from sudoku_cp.constraints.combination import cp_sat as combination
from sudoku_cp.constraints.count_distinct import cp_sat as count_distinct
from sudoku_cp.constraints.extremum import cp_sat as extremum
from sudoku_cp.constraints.linear import cp_sat as linear
from sudoku_cp.constraints.table import cp_sat as table
from sudoku_cp.kernel import Count, Element, Maximum, Minimum, Product
from sudoku_cp.model import Relation
from sudoku_cp.solvers.cp_sat import layers, lowering
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solvers.cp_sat.lowering import LOWERINGS

Planter = Callable[[pytest.MonkeyPatch], None]
FAULTS: list[Planter] = []


def fault(plant: Planter) -> Planter:
    FAULTS.append(plant)
    return plant


def change(patch: pytest.MonkeyPatch, kind: type[Any], other: Callable[[Any], Any]) -> None:
    """Define other constraints than those of the kind that are declared."""
    lowering: Any = LOWERINGS.find(kind)
    define = lowering.define
    patch.setattr(lowering, "define", lambda c, *rest: define(other(c), *rest))


@fault
def implied_one_way(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ValueLiterals, "equate", lambda self, first, second: self.clause((negated(first), second)))


@fault
def union_that_may_be_true_of_nothing(patch: pytest.MonkeyPatch) -> None:
    def some(self: ValueLiterals, literals: Iterable[int], exclusive: bool = False) -> int:
        union = self.boolean()
        for literal in literals:
            self.clause((negated(literal), union))
        return union

    patch.setattr(ValueLiterals, "some", some)


@fault
def all_but_one_value_not_negated(patch: pytest.MonkeyPatch) -> None:
    among = ValueLiterals.among

    def not_negated(self: ValueLiterals, cell: Cell, values: frozenset[int]) -> int:
        literal = among(self, cell, values)
        return negated(literal) if literal < 0 else literal

    patch.setattr(ValueLiterals, "among", not_negated)


@fault
def sum_refused_is_not_bounded(patch: pytest.MonkeyPatch) -> None:
    require = ValueLiterals.sum_in
    patch.setattr(
        ValueLiterals,
        "sum_in",
        lambda self, terms, domain, where=None: (
            None if where is not None and where < 0 and len(terms) > 1 else require(self, terms, domain, where)
        ),
    )


@fault
def strict_opposite(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering.OPPOSITE, Relation.AT_MOST, (Relation.AT_LEAST, 0))


@fault
def least_as_most(patch: pytest.MonkeyPatch) -> None:
    define = lowering.define_sum
    other = {Relation.AT_LEAST: Relation.AT_MOST, Relation.AT_MOST: Relation.AT_LEAST}

    def define_other(terms: Any, relation: Relation, *rest: Any) -> None:
        define(terms, other.get(relation, relation), *rest)

    for module in (linear, lowering, combination):
        patch.setattr(module, "define_sum", define_other)


@fault
def repeated_cell_counted_once(patch: pytest.MonkeyPatch) -> None:
    change(patch, Count, lambda c: replace(c, cells=tuple(dict.fromkeys(c.cells))))


@fault
def presence_of_the_largest_forgotten(patch: pytest.MonkeyPatch) -> None:
    whole = lowering.presence
    for module in (count_distinct, extremum):
        patch.setattr(module, "presence", lambda *args: dict(list(whole(*args).items())[:-1]))


@fault
def maximum_for_minimum(patch: pytest.MonkeyPatch) -> None:
    change(patch, Minimum, lambda c: Maximum(c.cells, c.value))


@fault
def index_from_zero(patch: pytest.MonkeyPatch) -> None:
    change(patch, Element, lambda c: replace(c, first=0))


@fault
def index_outside_the_array_is_allowed(patch: pytest.MonkeyPatch) -> None:
    change(patch, Element, lambda c: replace(c, array=(*c.array, c.array[-1])))


@fault
def word_not_read_to_its_end(patch: pytest.MonkeyPatch) -> None:
    change(patch, Automaton, lambda c: Automaton(c.cells[:-1], c.machine))


@fault
def start_for_accepting(patch: pytest.MonkeyPatch) -> None:
    def accept_at_the_start(c: Automaton) -> Automaton:
        starts = c.machine.starts if isinstance(c.machine, NFA) else frozenset({c.machine.start})
        return Automaton(c.cells, replace(c.machine, accepting=starts))

    change(patch, Automaton, accept_at_the_start)


@fault
def step_from_any_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(layers, "_step", lambda cell, values, passed, targets, literals: literals.among(cell, values))


@fault
def last_state_merged_with_the_first(patch: pytest.MonkeyPatch) -> None:
    unroll = layers._unroll

    def merge(*args: Any) -> Any:
        unrolled = unroll(*args)
        for rows in unrolled.rows:
            rows[max(rows)] = rows[min(rows)]
        return unrolled

    patch.setattr(layers, "_unroll", merge)


@fault
def product_off_by_one(patch: pytest.MonkeyPatch) -> None:
    change(patch, Product, lambda c: Product(c.cells, c.value if isinstance(c.value, Cell) else c.value + 1))


@fault
def part_not_negated(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(combination, "negated", lambda literal: literal)


@fault
def parts_without_the_last(patch: pytest.MonkeyPatch) -> None:
    define = combination._define_any
    patch.setattr(combination, "_define_any", lambda parts, *rest: define(parts[:-1], *rest))


@fault
def all_for_none(patch: pytest.MonkeyPatch) -> None:
    define = combination._define_all
    patch.setattr(
        combination, "_define_all", lambda parts, holds, truth, definitions: define(parts, holds, True, definitions)
    )


@fault
def tuples_refused_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    define = table._define_listed
    patch.setattr(table, "_define_listed", lambda cells, tuples, *rest: define(cells, tuples[1:], *rest))


@fault
def pairs_required_one_way(patch: pytest.MonkeyPatch) -> None:
    allow = lowering._allow_pairs
    patch.setattr(
        lowering, "_allow_pairs", lambda a, b, allowed, where, *rest: where < 0 or allow(a, b, allowed, where, *rest)
    )


@pytest.mark.slow
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_fault_is_caught(plant: Planter, answers_right: Callable[[str], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not answers_right("cp-sat")
