"""Rankings that end at a target, from a solver that ranks by listing all solutions."""

from __future__ import annotations

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.solving.registry import load_solver


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("number", [5, 30])
@pytest.mark.parametrize("target", [0, *range(9, 20), 40])
def test_a_target_ends_a_ranking(sign: int, number: int, target: int) -> None:
    model = Sudoku(4)
    model.give_grid("1......4........")
    score = 2 * model[1, 2] + 3 * model[2, 1] + model[4, 4]
    if sign > 0:
        model.maximize(score)
    else:
        model.minimize(score)
    scores = {}
    for solution in model.solutions():
        scores[solution.values_in_order] = 2 * solution[model[1, 2]] + 3 * solution[model[2, 1]] + solution[model[4, 4]]
    reaching = sorted((value for value in scores.values() if sign * value >= sign * target), reverse=sign > 0)
    found = load_solver("python-constraint").compile(model).best(number, target=target)
    assert list(found.objectives) == reaching[:number]
    assert len({solution.values_in_order for solution in found.solutions}) == len(found.solutions)
    assert all(
        scores[solution.values_in_order] == each
        for solution, each in zip(found.solutions, found.objectives, strict=True)
    )
    if not reaching:
        assert found.status is Status.INFEASIBLE
    elif len(reaching) < number:
        assert found.status is Status.COMPLETE
