from __future__ import annotations

import re
from typing import Any

import pytest

import sudoku_cp
from sudoku_cp import AllDifferent, InputError, LoweringError, Model, ModelError, Status, Sudoku, solve

SOLVERS = ["exact-cover", "cp-sat", "python-constraint"]
PUZZLE = "1234..1.4......."
AnyDifferent: Any = AllDifferent
"""For calls with wrong types."""


@pytest.fixture
def model() -> Model:
    model = Model()
    a, b, c = model.variables("abc", range(1, 5))
    model += [AllDifferent(a, b, c), a + b == c]
    return model


@pytest.mark.parametrize("solver", SOLVERS)
def test_questions(model: Model, solver: str) -> None:
    expected = {(1, 2, 3), (2, 1, 3), (1, 3, 4), (3, 1, 4)}
    assert {solution.values_in_order for solution in model.solutions(solver=solver)} == expected
    assert model.count(solver=solver).count == 4
    assert model.count(2, solver=solver).count == 2
    found = model.solve(solver=solver).solution
    assert found is not None
    assert found.values_in_order in expected
    candidates = model.candidates(solver=solver)
    assert [candidates[name] for name in "abc"] == [(1, 2, 3), (1, 2, 3), (3, 4)]


@pytest.mark.parametrize("solver", SOLVERS)
def test_givens_by_name(model: Model, solver: str) -> None:
    givens = {"a": 2}
    assert [found.values_in_order for found in model.solutions(givens, solver=solver)] == [(2, 1, 3)]
    assert model.count(givens=givens, solver=solver).count == 1
    assert model.candidates(givens, solver=solver)["b"] == (1,)
    solution = model.solve(givens, solver=solver).solution
    assert solution is not None
    assert (solution["a"], solution["b"], solution["c"]) == (2, 1, 3)
    assert model.compile(solver).solve({"c": 1}).status is Status.INFEASIBLE


def test_the_best(model: Model) -> None:
    a, b, c = model.cells
    model.maximize(a + 2 * b + c)
    ranking = model.best(3)
    assert ranking.objectives == (11, 9, 8)
    assert model.best(givens={"b": 1}).objectives == (9,)


def test_limits_are_keywords() -> None:
    assert Sudoku(9).count(nodes=1).status is Status.LIMIT


def test_check(model: Model) -> None:
    report = model.check(["exact-cover", "python-constraint"])
    assert (report.verdict.name, report.count.high) == ("AGREE", 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda model: model.solve(solver="exact-cove"), "there is no backend exact-cove: did you mean exact-cover?"),
        (lambda model: model.solve({"z": 1}), "has no cell z"),
        (lambda model: model.solve({"a": 9}), "a = 9"),
        (lambda model: model.count(0), "at least 1"),
        (lambda model: model.best(), "has no score"),
        (lambda model: model.add(7), "7 is neither a constraint nor a clue"),
        (lambda model: model.add([AnyDifferent(model["a"], 3)]), "AllDifferent: 3 is not a cell"),
        (lambda model: AnyDifferent("ab"), "AllDifferent: the cells must be a list of cells, not 'ab'"),
    ],
)
def test_wrong_calls(model: Model, call: Any, message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        call(model)


def test_the_names_of_cells_that_are_not_there(model: Model) -> None:
    candidates = model.candidates()
    with pytest.raises(KeyError, match="there is no cell z in this model"):
        candidates["z"]


def test_solve_takes_models_and_texts(model: Model) -> None:
    assert solve(model, solver="cp-sat").status is Status.SOLVED
    result = solve(PUZZLE)
    assert result.solution is not None
    assert "".join(map(str, result.solution.values_in_order)).startswith("12343")
    with pytest.raises(InputError):
        solve("no_such_file.toml")


def test_a_solver_that_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.variable("a", range(65))
    with pytest.raises(LoweringError):
        model.solve()


def test_give_grid_takes_a_text() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("12 34\n.. 1.\n4000 ....")
    assert {cell.name: value for cell, value in sudoku.givens.items()} == {
        "r1c1": 1,
        "r1c2": 2,
        "r1c3": 3,
        "r1c4": 4,
        "r2c3": 1,
        "r3c1": 4,
    }
    letters = Sudoku(4, digits=range(4), symbols="ABCD")
    letters.give_grid("D...............")
    assert letters.givens == {letters["r1c1"]: 3}
    zeros = Sudoku(4, digits=range(4), symbols="0123")
    zeros.give_grid("0...............")
    assert zeros.givens == {zeros["r1c1"]: 0}


@pytest.mark.parametrize("text", ["123", "x...............", "5..............."])
def test_a_text_that_is_no_grid(text: str) -> None:
    with pytest.raises(ModelError):
        Sudoku(4).give_grid(text)


def test_the_package_has_the_names_that_people_type() -> None:
    for name in ("Limits", "Status", "Result", "solve", "max_of", "min_of", "count_of", "distinct_of", "Array"):
        assert hasattr(sudoku_cp, name)
        assert name in sudoku_cp.__all__
