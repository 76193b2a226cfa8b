"""Minimal conflicts over constraints by name, for models of any kind and every solver, against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import AllDifferent, Model, ModelError, Sudoku
from sudoku_cp.authoring import MinimalConflict, Reason, Unique, why
from sudoku_cp.rules import thermo

SOLVERS = ("exact-cover", "cp-sat", "python-constraint")


def named_model() -> Model:
    """Three of its constraints have no solution together."""
    model = Model()
    a, b, c = model.variables("abc", range(5))
    model.add(a + b >= 7, name="many")
    model.add([a <= 3, b * c <= 9], [b >= 0], name="few")
    model.add(a > 3, name="large")
    model.add(b != c)
    return model


def one_sum() -> Model:
    """One named sum."""
    model = Model()
    a, b = model.variables("ab", range(5))
    model.add(a + b == 5, name="total")
    return model


def names_of(answer: Any) -> list[str]:
    assert isinstance(answer, MinimalConflict)
    return [part.name for part in answer.parts]


@pytest.mark.parametrize("solver", SOLVERS)
def test_conflicts_by_name(solver: str) -> None:
    model = named_model()
    assert names_of(why(model, solver=solver)) == ["few", "large"]
    assert names_of(why(model, constraints=["large", "many"], solver=solver)) == ["large"]
    assert names_of(why(model, constraints="few", solver=solver)) == ["few"]
    answer = why(model, constraints=["many", "constraints"], solver=solver)
    assert names_of(answer) == ["few", "large"]
    answer = why(model, constraints=["many"], solver=solver)
    assert names_of(answer) == []
    assert str(answer) == "there is no solution even without what was asked about"


def test_a_name_is_in_messages_and_is_taken_once() -> None:
    model = named_model()
    broken = [str(violation) for violation in one_sum().violations([1, 2])]
    assert broken == ["total is broken: a=1 b=2"]
    with pytest.raises(ModelError, match="model has a constraint few already"):
        model.add(model["a"] == 1, name="few")
    with pytest.raises(ModelError, match="the name of a constraint"):
        model.add(model["a"] == 1, name=3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="clues have their own"):
        Sudoku(4).add(thermo("r1c1 r1c2"), name="mine")
    with pytest.raises(ModelError, match="neither a constraint nor a clue"):
        model.add("x", name="mine")  # type: ignore[arg-type]
    shared = model["a"] == model["b"]
    model.add(shared, name="one")
    model.add(shared, name="two")
    assert (shared.label, [str(part.constraints[0]) for part in model.declarations[-2:]]) == ("", ["one", "two"])


def test_houses_and_constraints_themselves() -> None:
    sudoku = Sudoku(4)
    corner = sudoku["r1c1"] == sudoku["r1c2"]
    sudoku.add(corner)
    sudoku.add(thermo("r4c1 r4c2"))
    assert names_of(why(sudoku)) == [str(corner)]
    everything = names_of(why(sudoku, constraints=sudoku.constraints))
    assert str(corner) in everything
    assert len(everything) == 2
    assert names_of(why(sudoku, constraints=[corner])) == [str(corner)]
    with pytest.raises(ModelError, match="no part"):
        why(sudoku, constraints=["nothing"])
    with pytest.raises(ModelError, match="no part"):
        why(sudoku, constraints=[sudoku["r1c1"] == 4])
    with pytest.raises(ModelError, match="a constraint or a clue of the model"):
        why(sudoku, constraints=[7])  # type: ignore[list-item]


def test_what_is_not_asked_about_holds_givens_included() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("12..............")
    order = sudoku["r1c3"] > sudoku["r1c4"]
    sudoku.add(order, name="order")
    sudoku.add(sudoku["r1c4"] == 4, name="four")
    assert names_of(why(sudoku, constraints=["order", "four"])) == ["order", "four"]
    assert names_of(why(sudoku, constraints=["givens"])) == []
    claim = why(sudoku, "r1c1=1", constraints=["order"])
    assert isinstance(claim, MinimalConflict)
    sudoku.add(sudoku["r1c3"] < 9)
    del sudoku.givens[sudoku["r1c1"]]
    fine = Sudoku(4)
    fine.give_grid("12..............")
    fine.add(fine["r1c3"] == 3, name="three")
    answer = why(fine, "r1c4=4", constraints=["three"])
    assert isinstance(answer, Reason)
    assert [part.name for part in answer.parts] == ["three"]
    fine.give_grid("1234341221434321")
    assert isinstance(why(fine, constraints=["three"]), Unique)


@settings(max_examples=60)
@given(data=st.data())
def test_minimal_conflicts_against_brute_force(data: st.DataObject) -> None:
    model = Model()
    a, b, c = cells = model.variables("abc", range(3))
    stock = [
        a == b,
        b == c,
        a != c,
        a + b + c >= 5,
        a * b == 2,
        (a == 1) | (c == 0),
        c > a,
        AllDifferent(cells),
        b == 0,
    ]
    drawn = data.draw(st.lists(st.sampled_from(range(len(stock))), min_size=1, unique=True))
    for place in drawn:
        model.add(stock[place], name=f"rule {place}")
    asked = data.draw(st.lists(st.sampled_from(drawn), min_size=1, unique=True))

    def is_possible(places: Sequence[int]) -> bool:
        held = [stock[place] for place in places]
        grids = (dict(zip(cells, values, strict=True)) for values in product(range(3), repeat=3))
        return any(all(constraint.holds(grid) for constraint in held) for grid in grids)

    fixed = [place for place in drawn if place not in asked]
    for solver in SOLVERS:
        answer = why(model, constraints=[f"rule {place}" for place in asked], solver=solver)
        assert isinstance(answer, MinimalConflict) is not is_possible(drawn)
        if isinstance(answer, MinimalConflict):
            parts = [int(part.name.split()[1]) for part in answer.parts]
            assert set(parts) <= set(asked)
            assert not is_possible(fixed + parts)
            for part in parts:
                assert is_possible(fixed + [other for other in parts if other != part])
