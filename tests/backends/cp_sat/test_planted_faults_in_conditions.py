"""Faults planted into the conditions of CP-SAT and what they are combined of; see also test_planted_faults.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from sudoku_cp import Automaton, Cell, Maximum, Product, Relation
from sudoku_cp.backends.cp_sat import conditions, functions, layers, linear, sums, table
from sudoku_cp.backends.cp_sat.literals import ValueLiterals, negated

Planter = Callable[[pytest.MonkeyPatch], None]
FAULTS: list[Planter] = []


def fault(plant: Planter) -> Planter:
    FAULTS.append(plant)
    return plant


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
    patch.setitem(sums.OPPOSITE, Relation.AT_MOST, (Relation.AT_LEAST, 0))


@fault
def least_as_most(patch: pytest.MonkeyPatch) -> None:
    define = sums.define_sum
    other = {Relation.AT_LEAST: Relation.AT_MOST, Relation.AT_MOST: Relation.AT_LEAST}

    def define_other(terms: Any, relation: Relation, *rest: Any) -> None:
        define(terms, other.get(relation, relation), *rest)

    for module in (linear, functions, conditions):
        patch.setattr(module, "define_sum", define_other)


@fault
def repeated_cell_counted_once(patch: pytest.MonkeyPatch) -> None:
    define = functions.define_count
    patch.setattr(
        conditions, "define_count", lambda c, *rest: define(replace(c, cells=tuple(dict.fromkeys(c.cells))), *rest)
    )


@fault
def presence_of_the_largest_forgotten(patch: pytest.MonkeyPatch) -> None:
    presence = functions._presence
    patch.setattr(functions, "_presence", lambda *args: dict(list(presence(*args).items())[:-1]))


@fault
def maximum_for_minimum(patch: pytest.MonkeyPatch) -> None:
    define = functions.define_extremum
    patch.setattr(conditions, "define_extremum", lambda c, *rest: define(Maximum(c.cells, c.value), *rest))


@fault
def index_from_zero(patch: pytest.MonkeyPatch) -> None:
    define = functions.define_element
    patch.setattr(conditions, "define_element", lambda c, *rest: define(replace(c, first=0), *rest))


@fault
def index_outside_the_array_is_allowed(patch: pytest.MonkeyPatch) -> None:
    define = functions.define_element
    patch.setattr(
        conditions, "define_element", lambda c, *rest: define(replace(c, array=(*c.array, c.array[-1])), *rest)
    )


@fault
def word_not_read_to_its_end(patch: pytest.MonkeyPatch) -> None:
    define = layers.define_automaton
    patch.setattr(conditions, "define_automaton", lambda c, *rest: define(Automaton(c.cells[:-1], c.dfa), *rest))


@fault
def start_for_accepting(patch: pytest.MonkeyPatch) -> None:
    define = layers.define_automaton
    patch.setattr(
        conditions,
        "define_automaton",
        lambda c, *rest: define(Automaton(c.cells, replace(c.dfa, accepting=frozenset({c.dfa.start}))), *rest),
    )


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
    define = layers.define_product
    patch.setattr(
        conditions,
        "define_product",
        lambda c, *rest: define(Product(c.cells, c.value if isinstance(c.value, Cell) else c.value + 1), *rest),
    )


@fault
def part_not_negated(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(conditions, "negated", lambda literal: literal)


@fault
def parts_without_the_last(patch: pytest.MonkeyPatch) -> None:
    define = conditions.Conditions._define_any
    patch.setattr(
        conditions.Conditions, "_define_any", lambda self, literals, holds: define(self, literals[:-1], holds)
    )


@fault
def all_for_none(patch: pytest.MonkeyPatch) -> None:
    define = conditions.Conditions._define_all
    patch.setattr(
        conditions.Conditions, "_define_all", lambda self, parts, holds, truth: define(self, parts, holds, True)
    )


@fault
def tuples_refused_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    define = table._define_listed
    patch.setattr(table, "_define_listed", lambda cells, tuples, *rest: define(cells, tuples[1:], *rest))


@fault
def pairs_required_one_way(patch: pytest.MonkeyPatch) -> None:
    allow = linear._allow_pairs
    patch.setattr(
        linear, "_allow_pairs", lambda a, b, pairs, where, *rest: where < 0 or allow(a, b, pairs, where, *rest)
    )


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_fault_is_caught(plant: Planter, answers_right: Callable[[str], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not answers_right("cp-sat")
