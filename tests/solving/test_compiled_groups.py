"""Some groups of a model's constraints, compiled alone."""

from __future__ import annotations

from random import Random

import pytest

from sudoku_cp.authoring.parts import frame_of, parts_of
from sudoku_cp.solving.registry import SOLVERS, load_solver
from tests.authoring.small import puzzle


@pytest.mark.parametrize("solver", SOLVERS[:2])
def test_a_selection_has_the_solutions_of_its_model(solver: str) -> None:
    random = Random(3)
    for _ in range(6):
        model = puzzle(random, faults=0)
        givens = {cell.name: value for cell, value in list(model.givens.items())[:3]}
        parts = parts_of(model, {})
        constraints = [frame_of(model, parts), *(part.constraints for part in parts)]
        groups = load_solver(solver).compile_groups(model, constraints)
        for _ in range(4):
            chosen = [0, *(place for place in range(1, len(constraints)) if random.random() < 0.5)]
            kept = model.with_constraints(each for group in chosen for each in constraints[group])
            found = {solution.values_in_order for solution in groups.compiled(chosen).solutions(givens)}
            assert found == {solution.values_in_order for solution in kept.solutions(givens)}
