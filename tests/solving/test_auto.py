"""The choice of a solver where none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudoku_cp import Limits, Model, ModelError
from sudoku_cp.cli import main
from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Status
from sudoku_cp.solving.answering import compiled_in_time


def beyond_the_engine() -> Model:
    """A sum of more than 2⁴⁰, which CP-SAT takes."""
    model = Model()
    a, b = model.variables("ab", (0, 1, 1 << 40))
    model += a + b == 1
    return model


def test_the_engine_answers_where_it_can() -> None:
    model = Model()
    model.variable("a", range(1000))
    assert (model.count().solver, model.count().count) == ("exact-cover", 1000)
    assert model.compile().solver_name == model.compile("auto").solver_name == "exact-cover"


def test_another_solver_answers_where_the_engine_cannot() -> None:
    model = beyond_the_engine()
    result = model.count()
    assert (result.solver, result.count, result.status) == ("cp-sat", 2, Status.COMPLETE)
    compiled = model.compile()
    assert compiled.solver_name == "cp-sat"
    assert "a + b = 1 can reach" in compiled.refusals[0]  # type: ignore[attr-defined]


def test_a_solver_by_name_names_the_one_that_can() -> None:
    with pytest.raises(LoweringError, match=r'a \+ b = 1 can reach .*: solver="cp-sat" can$'):
        beyond_the_engine().solve(solver="exact-cover")
    with pytest.raises(LoweringError, match=r'a \+ b = 1 can reach .*: solver="cp-sat" can$'):
        beyond_the_engine().compile("exact-cover")


def test_what_no_solver_can_express_is_refused_by_each() -> None:
    model = Model()
    a, b, c = model.variables("abc", (0, 1, 1 << 61))
    model += a + b + c == 1
    with pytest.raises(LoweringError, match=r"^exact-cover: a can reach .*; .* the limit for cp-sat$"):
        model.solve()
    with pytest.raises(LoweringError, match=r"the limit for cp-sat$"):
        model.solve(solver="cp-sat")


def test_a_limit_is_no_reason_for_another_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.solving.compiling.LEAST", 0.0)
    model = Model()
    cells = model.variables([f"x{number}" for number in range(300)], range(9))
    model.add(*(one != other for one in cells for other in cells if one is not other))
    compiled, _ = compiled_in_time("auto", model, Limits(seconds=0.0))
    result = compiled.solve()
    assert (result.solver, result.status) == ("exact-cover", Status.LIMIT)


def scored(*, large_first: bool) -> Model:
    """Two scores, one of which is beyond the engine."""
    model = Model()
    a, b, c = model.variables("abc", range(3))
    model += [a != b, b != c]
    large, small = (a - b) * (1 << 40), a + c
    model.maximize(*((large, small) if large_first else (small, large)))
    return model


@pytest.mark.parametrize("large_first", [False, True])
def test_each_score_has_the_first_solver_that_can_express_it(large_first: bool) -> None:
    """A score that the engine cannot express is a bound in all later questions, which it cannot express either."""
    model = scored(large_first=large_first)
    best = (2 << 40, 4) if large_first else (4, 2 << 40)
    name = "cp-sat" if large_first else "exact-cover, then cp-sat"
    result = model.solve()
    assert (result.solver, result.scores, result.bounds) == (name, best, best)
    ranking = model.best(2)
    second = (2 << 40, 3) if large_first else (4, 1 << 40)
    assert (ranking.solver, ranking.scores) == ("cp-sat", (best, second))
    assert model.count(target=best).count == 1
    with pytest.raises(LoweringError, match="exact-cover"):
        model.solve(solver="exact-cover")
    with pytest.raises(LoweringError, match="exact-cover"):
        model.compile("exact-cover").best(2)


def test_each_score_of_a_front_has_the_first_solver_that_can_express_it() -> None:
    model = scored(large_first=False)
    a, b, c = model.cells
    front = model.pareto(a + c, (c - b) * (1 << 40))
    assert front.scores == ((4, 2 << 40),)
    assert front.solver == "exact-cover, then cp-sat"


def test_no_solver_can_express_a_further_score() -> None:
    model = Model()
    a, b = model.variables("ab", range(2))
    model.maximize(a, then=(a - b) * (1 << 62))
    with pytest.raises(LoweringError, match=r"exact-cover.*; .*cp-sat"):
        model.solve()


def test_it_is_no_solver() -> None:
    from sudoku_cp.solvers import load_solver

    with pytest.raises(ModelError):
        load_solver("auto")


def test_the_command_line_says_who_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_cp.solvers.exact_cover.lowering.MAX_SUM", 6)
    document = tmp_path / "killer.toml"
    document.write_text('size = 4\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 3\n', "utf-8")
    assert main(["count", str(document), "--format", "jsonl"]) == 0
    written = capsys.readouterr()
    assert '"solver":"cp-sat"' in written.out
    assert written.err.startswith("exact-cover: killer r1c1 r1c2 sum=3 can reach ±")
    assert written.err.endswith("; cp-sat answers\n")
    assert main(["count", str(document), "--solver", "exact-cover"]) == 3
    assert 'solver="cp-sat" can' in capsys.readouterr().err
