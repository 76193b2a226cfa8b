"""What a relation makes of a model has the same solutions, translated."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from sudoku_cp import AllDifferent, AnyOf, Model, Sudoku
from sudoku_cp.cross_check import Verdict, cross_check
from sudoku_cp.cross_check.configurations import configured
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.kernel import Combination, Linear
from sudoku_cp.model import LoweringError
from sudoku_cp.rules import killer, thermo
from tests.support import assert_same_sets, brute_force, tiny_models


@pytest.mark.slow
@settings(max_examples=80)
@given(data=st.data())
def test_solutions_stay(data: Any) -> None:
    model = data.draw(tiny_models())
    relation = data.draw(st.sampled_from(sorted(RELATIONS)))
    name = f"exact-cover~{relation}"
    assume(RELATIONS[relation](model, Random(name)) is not None)
    compiled = configured(name).compile(model)
    assert_same_sets((solution.values_in_order for solution in compiled.solutions()), brute_force(model))


@pytest.mark.parametrize("relation", RELATIONS)
def test_each_changes_something(relation: str) -> None:
    sudoku = Sudoku(4)
    sudoku.add(AllDifferent(sudoku.cells_at("r1c1 r2c2 r3c3")), killer("r1c1 r1c2 r2c1", sum=8), thermo("r4c2 r4c3"))
    sudoku.give("r1c3", 4)
    report = cross_check(sudoku, ("brute-force", f"exact-cover~{relation}"))
    assert report.verdict is Verdict.AGREE
    assert report.count.low


def test_a_sum_with_too_many_parts_is_not_split() -> None:
    model = Model()
    cells = model.variables([f"x{place}" for place in range(40)], range(10))
    model.add(sum(10**place * cell for place, cell in enumerate(cells)) == 12345)
    assert RELATIONS["split"](model, Random(0)) is None


def test_nothing_to_transform() -> None:
    model = Model()
    model.variable("a", (1,))
    for relation in ("reorder", "relabel", "bands", "split", "tabulate"):
        with pytest.raises(LoweringError, match="nothing to transform"):
            configured(f"brute-force~{relation}").compile(model)


def test_reorder_shuffles_constraints_and_the_cells_within() -> None:
    model = Model()
    cells = model.variables("abcde", range(5))
    model.add(AllDifferent(cells), sum(cells[1:], 2 * cells[0]) >= 5, AnyOf(cells[0] == 1, cells[1] == 1))
    orders, scopes = set(), set()
    for seed in range(40):
        transformed = RELATIONS["reorder"](model, Random(seed))
        assert transformed is not None
        constraints = transformed.model.constraints
        orders.add(tuple(type(constraint) for constraint in constraints))
        scopes |= {(type(constraint), tuple(map(str, constraint.scope))) for constraint in constraints}
    assert len(orders) == 6
    for kind in (AllDifferent, Linear, Combination):
        assert len({scope for of, scope in scopes if of is kind}) > 1


def test_split_leaves_something_of_a_sum_on_both_sides() -> None:
    model = Model()
    cells = model.variables("abcd", (1, 2))
    model.add(sum(cells[1:], 2 * cells[0]) == 7)
    transformed = RELATIONS["split"](model, Random(0))
    assert transformed is not None
    assert [
        [weight for weight, _ in part.terms] for part in transformed.model.constraints if isinstance(part, Linear)
    ] == [
        [2, 1, -1],
        [1, 1, 1],
    ]
