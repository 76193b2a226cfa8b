from __future__ import annotations

import pytest

from sudoku_cp import Model, ModelError
from sudoku_cp.model import Objective, Sense


def test_value_and_better() -> None:
    a, b = Model().variables("ab", range(10))
    most, least = (Objective(sense, 2 * a - b + 1) for sense in (Sense.MAXIMIZE, Sense.MINIMIZE))
    assert most.value({a: 3, b: 4}) == 3
    assert [most.better(score, 2) for score in (1, 2, 3)] == [False, False, True]
    assert [least.better(score, 2) for score in (1, 2, 3)] == [True, False, False]


def test_bonuses() -> None:
    model = Model("mine")
    a, b = model.variables("ab", (0, 1, 2))
    model.minimize(2 * a + b + 7, bonuses={(a, 2): -5, (b, 0): 3})
    objective = model.objective
    assert objective is not None
    assert objective.points() == {a: {0: 0, 1: 2, 2: -1}, b: {0: 3, 1: 1, 2: 2}}
    for x in a.domain:
        for y in b.domain:
            expected = 2 * x + y + 7 + (-5 if x == 2 else 0) + (3 if y == 0 else 0)
            assert objective.value({a: x, b: y}) == expected == objective.opposite().value({a: x, b: y})
    assert objective.opposite().sense is Sense.MAXIMIZE
    assert (objective.gain(3), objective.opposite().gain(3)) == (-3, 3)
    alone = Model()
    (c,) = alone.variables("c", (1, 2))
    with pytest.raises(ModelError, match=r"a bonus for c = 3: the digits are 1, 2"):
        alone.maximize(bonuses={(c, 3): 1})
    with pytest.raises(ModelError, match="not a cell of model"):
        alone.maximize(bonuses={(a, 1): 1})
    alone.maximize(bonuses={(c, 1): 4})
    assert alone.objective is not None
    assert alone.objective.value({c: 1}) == 4


def test_objectives_over_own_cells() -> None:
    model = Model("mine")
    (a,) = model.variables("a", (1, 2))
    with pytest.raises(ModelError, match="3"):
        model.maximize("3")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="not a cell of mine"):
        model.minimize(Model().variable("b", (1, 2)) + a)
    assert model.objective is None
    model.maximize(a)
    assert model.objective is not None
    assert model.objective.value({a: 2}) == 2
    model.minimize(a)
    assert repr(model.objective) == "<Objective: minimize a; replaces maximize a>"


def test_the_same_score_over_other_cells() -> None:
    a, b = Model().variables("ab", (0, 1, 2))
    c, d = Model().variables("cd", (0, 1))
    moved = Objective(Sense.MAXIMIZE, 2 * a - b + 1, {(a, 1): 5, (a, 2): 7, (b, 0): 3}).moved({a: c, b: d})
    scores = {(one, other): moved.value({c: one, d: other}) for one in (0, 1) for other in (0, 1)}
    assert scores == {(0, 0): 4, (0, 1): 0, (1, 0): 11, (1, 1): 7}
    assert moved.bonuses == {(c, 1): 5, (d, 0): 3}  # the value 2 does not exist there
