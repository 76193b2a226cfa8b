from __future__ import annotations

import pickle
import re
from copy import copy, deepcopy
from typing import Any

import pytest

import sudoku_cp
import sudoku_cp.formats
from sudoku_cp import AllDifferent, InputError, Limits, Model, ModelError, Sudoku, human, solve
from sudoku_cp.authoring import equal, reduce, why
from sudoku_cp.cross_check import Report
from sudoku_cp.model import LoweringError, Status
from sudoku_cp.rating import rate

SOLVERS = ["exact-cover", "cp-sat", "python-constraint"]
PUZZLE = "1234..1.4......."
GIVEN = ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3")
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
    assert isinstance(report, Report)
    assert (report.verdict.name, report.count.high) == ("AGREE", 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda model: model.solve(solver="exact-cove"), "there is no solver exact-cove: did you mean exact-cover?"),
        (lambda model: model.solve({"z": 1}), "has no cell z"),
        (lambda model: model.solve({"a": 9}), "a = 9"),
        (lambda model: model.count(0), "at least 1"),
        (lambda model: model.best(), "has no score"),
        (lambda model: model.add(7), "7 is neither a constraint nor a clue"),
        (lambda model: model.add([AnyDifferent(model["a"], "3")]), "AllDifferent: '3' is not a cell"),
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
    a, b = model.variables("ab", (0, 1 << 40))
    model += a + b == 0
    with pytest.raises(LoweringError):
        model.solve(solver="exact-cover")


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
    for name in ("Limits", "solve", "sum_of", "max_of", "min_of", "count_of", "distinct_of", "Array"):
        assert hasattr(sudoku_cp, name)
        assert name in vars(sudoku_cp)["__all__"]


def test_limits_are_given_in_either_way(model: Model) -> None:
    """Models and compiled models take limits alike: together, as keywords, or none."""
    model.maximize(model["a"] * 2 + model["b"])
    for asked in (model, model.compile()):
        for question in ("solve", "candidates", "count", "best"):
            first = (1,) if question == "best" else ()
            ask = getattr(asked, question)
            expected = ask(*first).status
            for keywords in ({"limits": None}, {"limits": Limits(seconds=60)}, {"seconds": 60}, {"seconds": None}):
                assert ask(*first, **keywords).status is expected
            stopped = ask(*first, nodes=0).status
            assert stopped is ask(*first, limits=Limits(nodes=0)).status
        assert len(list(asked.solutions(seconds=60))) == len(list(asked.solutions(limits=None)))


def test_models_take_what_compiled_models_take(model: Model) -> None:
    model.maximize(model["a"] * 2 + model["b"])
    best = model.solve().objective
    assert best is not None
    compiled = model.compile()
    assert model.count(target=best).count == compiled.count(target=best).count == 1
    assert len(list(model.solutions(target=best))) == 1
    assert model.best(5, target=best).objectives == (best,)
    assert model.count(cubes=2, threads=2).count == model.count().count


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda asked: asked.solve(secs=1), "solve has no option secs: did you mean seconds?"),
        (lambda asked: asked.count(foo=1), "count has no option foo; it has limits, seconds, nodes, cancel"),
        (lambda asked: asked.solve(limits=3), "solve: limits must be Limits(seconds=…, nodes=…) or None, not 3"),
        (
            lambda asked: asked.solve(limits=Limits(nodes=3), seconds=1),
            "solve: give seconds either in limits or as keywords, not both",
        ),
        (lambda asked: asked.solve(seconds="1"), "a time limit must be a number of seconds, not '1'"),
        (lambda asked: asked.solve(seconds=float("nan")), "a time limit must be a number of seconds, not nan"),
        (lambda asked: asked.solve(nodes=1.5), "a limit of nodes must be an integer, not 1.5"),
        (lambda asked: asked.solve(cancel=True), "cancel must be an Event of threading, not True"),
        (lambda asked: asked.solve(on_progress=3), "on_progress must be a function, not 3"),
        (lambda asked: asked.solve(7), "the givens must be values by cell or by cell name, such as"),
        (lambda asked: asked.solve({"a": 2.0}), "the value of a must be an integer, not 2.0"),
        (lambda asked: asked.solve({"a": "2"}), "the value of a must be an integer, not '2'"),
        (lambda asked: asked.solve({7: 2}), "the name of a cell must be text, not 7"),
        (lambda asked: asked.count("2"), "the limit of a count must be an integer, not '2'"),
        (lambda asked: asked.count(threads=1.5), "threads must be an integer, not 1.5"),
        (lambda asked: asked.count(target=1), "model has no score"),
    ],
)
def test_questions_name_what_is_wrong(model: Model, call: Any, message: str) -> None:
    for asked in (model, model.compile()):
        with pytest.raises(ModelError, match=re.escape(message)):
            call(asked)


def test_limits_of_questions_about_puzzles_have_the_same_names(model: Model) -> None:
    questions: tuple[Any, ...] = (solve, why, equal, reduce)
    for ask in questions:
        assert ask(model, limits=Limits(seconds=60)) is not None
        with pytest.raises(ModelError, match="has no option secs: did you mean seconds"):
            ask(model, secs=60)


def test_an_answer_says_how_many_solutions_it_knows_of(model: Model) -> None:
    """Two solutions at most are asked for; only a search that finished knows that a solution is the only one."""
    unique, several = solve(PUZZLE), Sudoku(4)
    assert unique.caption.startswith("solved: a solution (")
    assert sudoku_cp.formats.load("1....4..3......2").count(2).caption.startswith("complete: 1 solution (")
    assert several.count(2).caption.startswith("limit: at least 2 solutions (")
    assert several.count().caption.startswith("complete: 288 solutions (")
    assert several.solve().caption.startswith("solved: a solution (")
    assert str(unique).endswith(unique.caption)
    model.maximize(model["c"])
    assert model.solve().caption.startswith("optimal: a solution, score 4, ")


def test_questions_of_setters_are_methods() -> None:
    puzzle: Any = sudoku_cp.formats.load("1.....3.4......2")
    questions: dict[str, Any] = {"why": why, "reduce": reduce, "equal": equal}
    for name, ask in questions.items():
        assert str(getattr(puzzle, name)()) == str(ask(puzzle)), name
    assert str(puzzle.why("r1c2!=4", effort=1)) == str(why(puzzle, "r1c2!=4"))
    assert [str(step) for step in puzzle.explain()] == [str(step) for step in human.explain(puzzle)]
    assert [str(step) for step in puzzle.path(most_elements=2).steps] == [
        str(step) for step in human.path(puzzle, most_elements=2).steps
    ]
    classic: Any = sudoku_cp.formats.load("classic")
    assert str(classic.rate()) == str(rate(classic))
    with pytest.raises(ModelError, match="only classic 9×9 sudokus have a rating"):
        puzzle.rate()
    with pytest.raises(ModelError, match="has no option secs: did you mean seconds"):
        puzzle.equal(secs=1)


def test_givens_are_refused_as_give_refuses_them() -> None:
    puzzle: Any = Sudoku(4)
    puzzle.givens["r1c1"] = 1
    puzzle.givens[1, 2] = 2
    puzzle.givens[puzzle["r1c3"]] = 3
    puzzle.givens |= {"r2c1": 3}
    puzzle.givens.update(r2c2=4)
    assert puzzle.givens.setdefault("r2c3", 1) == puzzle.givens.setdefault("r2c3", 2) == 1
    assert puzzle.givens == {puzzle[name]: value for name, value in zip(GIVEN, (1, 2, 3, 3, 4, 1), strict=True)}
    before = dict(puzzle.givens)
    other = Sudoku(4)["r1c1"]
    for cell, value in (("r1c4", 5), ("r1c4", "4"), ("r1c4", 4.0), ("r9c9", 1), (other, 1), ((5, 5), 1)):
        strange: Any = cell
        with pytest.raises(ModelError) as refused:
            puzzle.give(strange, value)
        wrong = re.escape(str(refused.value))
        assert str(strange if isinstance(strange, str) else "r1c1") in wrong or "5" in wrong
        for change in (
            lambda: puzzle.givens.__setitem__(strange, value),  # noqa: B023
            lambda: puzzle.givens.update({"r2c4": 2, strange: value}),  # noqa: B023
            lambda: puzzle.givens.__ior__({strange: value}),  # noqa: B023
            lambda: puzzle.givens.setdefault(strange, value),  # noqa: B023
            lambda: setattr(puzzle, "givens", {strange: value}),  # noqa: B023
        ):
            with pytest.raises(ModelError, match=wrong):
                change()
            assert puzzle.givens == before


def test_givens_of_copies_are_checked_by_their_own_model() -> None:
    puzzle = Sudoku(4)
    puzzle.give("r1c1", 1)
    for copied in (copy(puzzle), deepcopy(puzzle), pickle.loads(pickle.dumps(puzzle))):
        own = {copied["r1c1"]: 1}
        assert copied.givens == own
        copied.givens = dict(own)
        copied.givens["r1c2"] = 2
        assert copied.givens == own | {copied["r1c2"]: 2}
        with pytest.raises(ModelError, match="r1c3 = 9: the digits are 1–4"):
            copied.givens["r1c3"] = 9
        assert puzzle.givens == {puzzle["r1c1"]: 1}
