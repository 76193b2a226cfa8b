"""Limits of time, and the cancel flag, hold while a model is compiled."""

from __future__ import annotations

import inspect
import json
import threading
from itertools import count
from pathlib import Path

import pytest

from sudoku_cp import AllDifferent, Model, Sudoku, Table
from sudoku_cp.authoring import equal, reduce, why
from sudoku_cp.authoring.reasons import Unknown
from sudoku_cp.cli import main
from sudoku_cp.cross_check import cross_check
from sudoku_cp.kernel import CountDistinct
from sudoku_cp.model import LoweringError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solving.compiling import STRIDE, CompilationStoppedError, Pace
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.solver import Solver


@pytest.fixture
def model() -> Model:
    """A model of ten constraints."""
    model = Model("ten")
    a, b = model.variables("ab", (1, 2))
    model.add(*(a <= b + number for number in range(10)))
    return model


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each constraint takes the twentieth of a second to compile."""
    ticks = count()
    monkeypatch.setattr("sudoku_cp.solving.compiling.monotonic", lambda: next(ticks) * 0.05)


@pytest.mark.usefixtures("slow")
def test_the_time_of_compiling_is_limited(solver: Solver, model: Model) -> None:
    message = f"{solver.name}: the time limit was reached while ten was compiled, after 7 of 10 constraints"
    with pytest.raises(LoweringError, match=f"^{message}$"):
        solver.compile(model, Limits(seconds=0.31))
    assert solver.compile(model, Limits(seconds=0.6)).count().count == 3


@pytest.mark.usefixtures("slow")
def test_compiling_can_be_cancelled(solver: Solver, model: Model) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(LoweringError, match=f"^{solver.name}: stopped while ten was compiled, after 2 of 10"):
        solver.compile(model, Limits(cancel=cancel))


def test_what_compiles_at_once_is_compiled_whatever_the_limit(
    solver: Solver, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()  # ten of them are less than a tenth of a second
    monkeypatch.setattr("sudoku_cp.solving.compiling.monotonic", lambda: next(ticks) * 0.009)
    assert solver.compile(model, Limits(seconds=1e-9)).count().count == 3


@pytest.mark.usefixtures("slow")
def test_a_cross_check_compiles_within_its_limits(model: Model) -> None:
    report = cross_check(model, limits=Limits(seconds=0.31))
    assert report.verdict.value == "inconclusive"
    assert all("the time limit was reached while ten was compiled" in str(answer.solve) for answer in report.answers)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("command", ["solve", "count", "candidates", "show --solve", "solve --all", "check"])
def test_commands_end_in_time(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(f"name = {json.dumps(command)}\nsize = 4\n", encoding="utf-8")
    assert main([*command.split(), str(path), "--time-limit", "0.31"]) == 3
    said = capsys.readouterr()
    assert said.err == ""
    reason = f"the time limit was reached while {command} was compiled, after 7 of 12 constraints"
    assert (reason in said.out) is (command == "check")  # the others give the answer of a search at its limit


class Watched(threading.Event):
    """A cancel flag that is set once it has been looked at some times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is compiled has taken long."""
    ticks = count()
    monkeypatch.setattr("sudoku_cp.solving.compiling.monotonic", lambda: next(ticks) * 1.0)


def wide(values: int) -> Model:
    """Two constraints on wide domains, of which the first becomes many clauses of CP-SAT."""
    model = Model("wide")
    a, b = model.variables("ab", range(100))
    y = model.variable("y", range(values))
    model.add(CountDistinct((a, b, y), 2), a < b)
    return model


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("values", [500, 5_000])
def test_a_limit_holds_inside_a_constraint(values: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.solving.compiling.STRIDE", 50)
    with pytest.raises(CompilationStoppedError, match="stopped while wide was compiled, after 0 of 2 constraints"):
        load_solver("cp-sat").compile(wide(values), Limits(cancel=Watched(2)))


def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that look at the limits from now on, about once in ten steps."""
    found: list[str] = []

    def look(_: Pace) -> None:
        frame = inspect.currentframe()
        while frame is not None:
            found.append(frame.f_code.co_name)
            frame = frame.f_back

    monkeypatch.setattr("sudoku_cp.solving.compiling.STRIDE", 10)
    monkeypatch.setattr(Pace, "look", look)
    return found


@pytest.mark.parametrize("name", ["exact-cover", "cp-sat"])
def test_a_long_objective_looks_at_the_limits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    cells = model.variables([f"x{place}" for place in range(100)], range(10))
    model.maximize(sum(place * cell for place, cell in enumerate(cells)))
    found = looks(monkeypatch)
    compiled = load_solver(name).compile(model)
    assert found.count("points") >= 49
    assert found.count("lower" if name == "exact-cover" else "_costs") >= 2 * 49
    monkeypatch.undo()
    assert compiled.solve().objective == 9 * 4950


def test_houses_and_long_sums_look_at_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    cells = model.variables([f"x{place}" for place in range(100)], range(10))
    model.add(*(AllDifferent(cells[place : place + 5]) for place in range(90)))
    model.add(sum(cells) == 450)
    found = looks(monkeypatch)
    load_solver("cp-sat").compile(model)
    assert found.count("_houses") >= 45
    assert found.count("sum_in") >= 9
    assert found.count("define_sum") >= 18


def test_a_model_that_was_compiled_within_a_limit_answers_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of the compilation is none of the questions."""
    model = Model()
    model.maximize(sum(model.variables("ab", range(10))))
    monkeypatch.setattr("sudoku_cp.solving.compiling.STRIDE", 1)
    compiled = load_solver("cp-sat").compile(model, Limits(seconds=100))
    monkeypatch.setattr("sudoku_cp.solving.compiling.monotonic", lambda: 1e12)
    assert compiled.reach(18).objective == 18


@pytest.mark.slow
def test_wide_domains_are_compiled_at_all() -> None:
    """In quadratic time, this would take an hour."""
    compiled = load_solver("cp-sat").compile(wide(100_000))
    assert compiled.count(10).count == 10


@pytest.mark.parametrize("cells", [2, 3])
def test_a_table_of_wide_domains_is_lowered_by_its_tuples(cells: int) -> None:
    model = Model()
    rows = [(7 * number % 3000,) * cells for number in range(40)]
    model += Table(model.variables("abc"[:cells], range(3000)), rows)
    assert load_solver("cp-sat").compile(model).count().count == 40


@pytest.mark.parametrize("question", ["solve", "count", "solutions", "candidates", "best"])
@pytest.mark.usefixtures("slow")
def test_questions_say_that_a_limit_came_while_compiling(question: str, solver: Solver, model: Model) -> None:
    model.maximize(model.cells[0])
    answer = getattr(model, question)(solver=solver.name, seconds=0.31)
    if question == "solutions":
        assert list(answer) == []
    assert answer.status is Status.LIMIT


@pytest.mark.usefixtures("slow")
def test_a_proof_is_written_within_its_limits(model: Model) -> None:
    with pytest.raises(CompilationStoppedError, match="proof: the time limit was reached while ten was compiled"):
        Encoding(model, {}, Limits(seconds=0.31))


def test_steps_look_at_the_limits_now_and_then(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    looks: list[None] = []
    pace = Pace("some solver", model)
    monkeypatch.setattr(Pace, "look", lambda self: looks.append(None))
    for _ in range(10 * STRIDE):
        pace.step()
    assert 9 <= len(looks) <= 10
    pace.step(2 * STRIDE)
    assert len(looks) in (10, 11)


def test_the_engine_builds_within_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pace, "seconds_left", lambda self: 0.0)
    sudoku = Sudoku(9)
    sudoku.add(sudoku.cells[0] + sudoku.cells[10] == 5)
    with pytest.raises(CompilationStoppedError, match="exact-cover: the time limit was reached while"):
        load_solver("exact-cover").compile(sudoku, Limits(seconds=1))


@pytest.mark.usefixtures("slow")
def test_groups_are_compiled_within_their_limits(solver: Solver, model: Model) -> None:
    groups = [model.constraints[:4], model.constraints[4:]]
    with pytest.raises(CompilationStoppedError, match="the time limit was reached while ten was compiled"):
        own(solver).compile_groups(model, groups, Limits(seconds=0.31)).compiled([0, 1], Limits(seconds=0.31))
    assert own(solver).compile_groups(model, groups).compiled([0, 1]).count().count == 3


def test_the_engine_builds_groups_within_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = Sudoku(9)
    sudoku.add(sudoku.cells[0] + sudoku.cells[10] == 5)
    groups = own(load_solver("exact-cover")).compile_groups(sudoku, [sudoku.constraints])
    monkeypatch.setattr(Pace, "seconds_left", lambda self: 0.0)
    with pytest.raises(CompilationStoppedError, match="exact-cover: the time limit was reached while"):
        groups.compiled([0], Limits(seconds=1))


def own(solver: Solver) -> Solver:
    """A solver that divides models into groups."""
    assert isinstance(solver, Solver)
    return solver


@pytest.mark.usefixtures("slow")
def test_questions_about_parts_say_that_a_limit_came_while_compiling(solver: Solver, model: Model) -> None:
    assert isinstance(why(model, solver=solver.name, seconds=0.31), Unknown)
    assert not reduce(model, solver=solver.name, seconds=0.31).is_minimal
    assert not equal(model, solver=solver.name, seconds=0.31).is_complete


def test_the_opposite_is_compiled_within_the_limits_of_its_question(
    solver: Solver, model: Model, request: pytest.FixtureRequest
) -> None:
    model.maximize(model.cells[0])
    compiled = solver.compile(model)
    request.getfixturevalue("slow")
    _, worst = compiled.extremes(seconds=0.31)
    assert (worst.status, worst.solution) == (Status.LIMIT, None)
    best, worst = compiled.extremes()
    assert (best.objective, worst.objective) == (2, 1)
    assert compiled.opposite is compiled.opposite


def test_equal_cages_are_one(solver: Solver) -> None:
    sudoku = Sudoku(4)
    cells = sudoku.cells[:3]
    alone = Sudoku(4)
    alone.add(AllDifferent(alone.cells[:3]), alone.cells[0] + alone.cells[1] + alone.cells[2] == 6)
    for _ in range(300):
        sudoku.add(AllDifferent(cells), cells[0] + cells[1] + cells[2] == 6)
    one, many = solver.compile(alone), solver.compile(sudoku)
    assert many.count().count == one.count().count == 72
    if solver.name == "exact-cover":
        assert many.count().statistics.nodes == one.count().statistics.nodes
