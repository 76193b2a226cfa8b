"""Faults planted into the python-constraint lowering, one at a time: brute force must notice each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import gt, lt
from typing import Any

import pytest

from sudoku_cp import AllDifferent, Table
from sudoku_cp.model import Objective, Relation, givens
from sudoku_cp.solvers.python_constraint import compiled, lowering

Planter = Callable[[pytest.MonkeyPatch], None]
FAULTS: list[Planter] = []


def fault(plant: Planter) -> Planter:
    FAULTS.append(plant)
    return plant


def all_but_last(items: Iterable[Any]) -> list[Any]:
    return list(items)[:-1]


@fault
def dropped_house(patch: pytest.MonkeyPatch) -> None:
    lower = lowering._lower_all_different
    patch.setattr(lowering, "_lower_all_different", lambda c: True if c.label == "row 1" else lower(c))


@fault
def repeated_cell_taken_as_one(patch: pytest.MonkeyPatch) -> None:
    lower = lowering._lower_all_different
    patch.setattr(lowering, "_lower_all_different", lambda c: lower(AllDifferent(dict.fromkeys(c.cells))))


@fault
def less_for_at_most(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering._COMPARISONS, Relation.AT_MOST, lt)


@fault
def greater_for_at_least(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering._COMPARISONS, Relation.AT_LEAST, gt)


@fault
def swapped_relations(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(lowering._SUMS, Relation.AT_LEAST, lowering._SUMS[Relation.AT_MOST])


@fault
def sum_off_by_one(patch: pytest.MonkeyPatch) -> None:
    make = lowering._SUMS[Relation.EQUAL]
    patch.setitem(lowering._SUMS, Relation.EQUAL, lambda constant, weights: make(constant + 1, weights))


@fault
def flipped_signs(patch: pytest.MonkeyPatch) -> None:
    make = lowering._SUMS[Relation.AT_MOST]
    patch.setitem(lowering._SUMS, Relation.AT_MOST, lambda constant, weights: make(constant, [-w for w in weights]))


@fault
def lost_tuple(patch: pytest.MonkeyPatch) -> None:
    lower = lowering._lower_table
    patch.setattr(lowering, "_lower_table", lambda c: lower(Table(c.cells, all_but_last(sorted(c.tuples)))))


@fault
def reversed_tuples(patch: pytest.MonkeyPatch) -> None:
    lower = lowering._lower_table
    patch.setattr(lowering, "_lower_table", lambda c: lower(Table(c.cells, [row[::-1] for row in c.tuples])))


@fault
def ignored_contradiction(patch: pytest.MonkeyPatch) -> None:
    lower = lowering.lower
    patch.setattr(compiled, "lower", lambda model, limits: replace(lower(model, limits), contradiction=False))


@fault
def flipped_objective(patch: pytest.MonkeyPatch) -> None:
    better = Objective.better
    patch.setattr(Objective, "better", lambda self, score, other: better(self, other, score))


@fault
def ignored_givens(patch: pytest.MonkeyPatch) -> None:
    open_values = givens.domains
    patch.setattr(compiled, "domains", lambda model, givens: open_values(model, {}))


@fault
def lost_last_solution(patch: pytest.MonkeyPatch) -> None:
    find = compiled.search
    patch.setattr(compiled, "search", lambda *args: iter(all_but_last(find(*args))))


@fault
def repeated_cells_read_in_another_order(patch: pytest.MonkeyPatch) -> None:
    lower = lowering._lower_by_meaning

    def reverse(constraint: Any) -> Any:
        posting = lower(constraint)
        return replace(posting, cells=posting.cells[::-1]) if isinstance(posting, lowering.Posting) else posting

    patch.setattr(lowering, "_lower_by_meaning", reverse)


@fault
def other_kinds_ignored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(lowering, "_lower_by_meaning", lambda constraint: True)


@pytest.mark.slow
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_fault_is_caught(plant: Planter, answers_right: Callable[[str], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not answers_right("python-constraint")
