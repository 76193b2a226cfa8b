from __future__ import annotations

import pytest

from sudoku_cp import Model, ModelError, Objective, Sense


def test_value_and_better() -> None:
    a, b = Model().variables("ab", range(10))
    most, least = (Objective(sense, 2 * a - b + 1) for sense in (Sense.MAXIMIZE, Sense.MINIMIZE))
    assert most.value({a: 3, b: 4}) == 3
    assert [most.better(score, 2) for score in (1, 2, 3)] == [False, False, True]
    assert [least.better(score, 2) for score in (1, 2, 3)] == [True, False, False]


def test_at_most_one_objective_over_own_cells() -> None:
    model = Model("mine")
    (a,) = model.variables("a", (1, 2))
    with pytest.raises(ModelError, match="not 3"):
        model.maximize(3)
    with pytest.raises(ModelError, match="not a cell of mine"):
        model.minimize(Model().variable("b", (1, 2)) + a)
    assert model.objective is None
    model.maximize(a)
    assert model.objective is not None
    assert model.objective.value({a: 2}) == 2
    with pytest.raises(ModelError, match="objective already"):
        model.minimize(a)
