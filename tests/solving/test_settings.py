"""Settings of solvers: one syntax in Python and on the command line, checked, and in effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sudoku_cp
from sudoku_cp import ModelError, Sudoku, _native
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import SOLVERS, divided, load_solver, solver_named


@pytest.mark.parametrize(
    ("text", "settings", "name"),
    [
        ("cp-sat", {}, "cp-sat"),
        ("cp-sat", {"workers": 2, "seed": 7}, "cp-sat:workers=2,seed=7"),
        ("cp-sat:seed=7,workers=2", {}, "cp-sat:workers=2,seed=7"),
        ("cp-sat:seed=7", {"presolve": True}, "cp-sat:seed=7,presolve=true"),
        ("cp-sat:workers=1,presolve=false", {"seed": 1}, "cp-sat"),
        ("exact-cover", {"learn_after": 0, "threads": 3}, "exact-cover:threads=3,learn_after=0"),
        ("exact-cover", {"learn_after": None, "cpu": "best"}, "exact-cover"),
    ],
)
def test_names(text: str, settings: dict[str, Any], name: str) -> None:
    found = load_solver(text, **settings)
    assert found.name == name
    assert found == load_solver(name)
    assert found.compile(Sudoku(4)).count().solver == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cp-sta", "there is no solver cp-sta: did you mean cp-sat?"),
        ("cp-sat:sede=1", "there is no setting of cp-sat sede: did you mean seed?"),
        ("cp-sat:speed_limit=1", "there is no setting of cp-sat speed_limit; there are workers, seed, presolve"),
        ("cp-sat:seed=x", "cp-sat: seed must be an integer from 0 to 2,147,483,647, not x"),
        ("cp-sat:seed=-1", "cp-sat: seed must be an integer from 0 to 2,147,483,647, not -1"),
        ("cp-sat:seed=\u0663", "cp-sat: seed must be an integer from 0 to 2,147,483,647, not \u0663"),
        ("cp-sat:workers=0", "cp-sat: workers must be an integer from 1 to 1,024, not 0"),
        ("cp-sat:presolve=yes", "cp-sat: presolve must be true or false, not yes"),
        ("cp-sat:presolve", "cp-sat:presolve: a setting needs a name, = and a value, such as seed=7, not presolve"),
        ("cp-sat:", "cp-sat:: a setting needs a name, = and a value, such as seed=7, not nothing"),
        ("cp-sat:seed=1,seed=2", "cp-sat:seed=1,seed=2: seed is set twice"),
        ("cp-sat,seed=1", "cp-sat,seed=1: settings follow a name and a colon, such as cp-sat:workers=2,seed=7"),
        ("exact-cover:cpu=z80", f"exact-cover: cpu must be one of best, {', '.join(_native.cpu_levels())}, not z80"),
        ("exact-cover:learn_after=-1", "exact-cover: learn_after must be an integer from 0 to 2,147,483,647, not -1"),
        ("python-constraint:seed=1", "python-constraint has no settings"),
    ],
)
def test_wrong_names_and_settings(text: str, message: str) -> None:
    questions: list[Callable[[], Any]] = [
        lambda: load_solver(text),
        lambda: Sudoku(4).solve(solver=text),
        lambda: Sudoku(4).check(["exact-cover", text]),
        lambda: sudoku_cp.solve(Sudoku(4), solver=text),
    ]
    for question in questions:
        with pytest.raises(ModelError) as told:
            question()
        assert str(told.value) == message


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seed": True}, "cp-sat: seed must be an integer from 0 to 2,147,483,647, not true"),
        ({"seed": "7"}, "cp-sat: seed must be an integer"),
        ({"presolve": 1}, "cp-sat: presolve must be true or false, not 1"),
        ({"sede": 1}, "there is no setting of cp-sat sede: did you mean seed?"),
    ],
)
def test_wrong_values(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        load_solver("cp-sat", **settings)


def test_a_setting_in_the_name_and_beside_it() -> None:
    with pytest.raises(ModelError, match="seed is set twice"):
        load_solver("cp-sat:seed=1", seed=1)


@pytest.mark.parametrize("name", SOLVERS)
def test_every_setting_is_declared_with_a_meaning_and_its_default_is_taken(name: str) -> None:
    for setting in solver_named(name).settings():
        assert setting.meaning
        assert load_solver(name, **{setting.name: setting.default}).name == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cp-sat,exact-cover", ["cp-sat", "exact-cover"]),
        ("cp-sat:workers=2,seed=7,exact-cover", ["cp-sat:workers=2,seed=7", "exact-cover"]),
        ("a:b=1,c=2~d,e:f=3~g,h", ["a:b=1,c=2~d", "e:f=3~g", "h"]),
        ("a:b=1,c:d=2", ["a:b=1", "c:d=2"]),
        ("a,,b", ["a", "", "b"]),
    ],
)
def test_lists_of_names(text: str, names: list[str]) -> None:
    assert list(divided(text)) == names


def test_settings_reach_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudoku_cp.solvers.cp_sat.search import CpSatSettings

    seen: list[Any] = []
    parameters = CpSatSettings.parameters

    def spy(self: CpSatSettings, *arguments: Any, **named: Any) -> Any:
        found = parameters(self, *arguments, **named)
        seen.append((found.cp_model_presolve, found.random_seed, found.num_workers))
        return found

    monkeypatch.setattr(CpSatSettings, "parameters", spy)
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku[1, 1] - sudoku[2, 2])
    compiled = load_solver("cp-sat", presolve=True, seed=7, workers=2).compile(sudoku)
    for question, workers in (
        (compiled.solve, [2]),
        (compiled.count, [1]),
        (lambda: list(compiled.solutions()), [1]),
        (lambda: list(compiled.improvements()), [2]),
        (lambda: compiled.best(1), [2, 1]),
        (compiled.opposite.solve, [2]),
    ):
        seen.clear()
        question()
        assert seen == [(True, 7, number) for number in workers]
    seen.clear()
    compiled.candidates()
    assert set(seen) == {(True, 7, 2)}
    plain = load_solver("cp-sat").compile(sudoku)
    seen.clear()
    plain.solve(limits=Limits(seconds=10))
    assert seen == [(False, 1, 1)]


def test_settings_reach_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    genuine = _native.Solver

    class Spy:
        def __init__(self, problem: Any, givens: Any, cpu: Any, most: Any, after: Any, threads: int, seed: int) -> None:
            seen.append([cpu, after, threads, seed])
            self._solver = genuine(problem, givens, cpu, most, after, threads, seed)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._solver, name)

    monkeypatch.setattr(_native, "Solver", Spy)
    level = _native.cpu_levels()[0]
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku[1, 1] - sudoku[2, 2])
    compiled = load_solver("exact-cover", cpu=level, learn_after=3, threads=2, seed=5).compile(sudoku)
    for question, expected in (
        (compiled.solve, [level, 3, 2, 5]),
        (compiled.count, [level, 3, 2, 5]),
        (lambda: compiled.count(threads=4), [level, 3, 4, 5]),
        (lambda: compiled.with_threads(3).solve(), [level, 3, 3, 5]),
        (lambda: compiled.count(target=1), [level, 3, 2, 5]),
        (lambda: list(compiled.solutions()), [level, 3, 2, 5]),
    ):
        seen.clear()
        question()
        assert seen == [expected]
    plain = load_solver().compile(sudoku)
    seen.clear()
    plain.count()
    assert seen == [[None, None, 1, 0]]


def test_more_threads_are_in_the_name_of_the_solver() -> None:
    compiled = load_solver("exact-cover:seed=3").compile(Sudoku(4)).with_threads(2)
    assert compiled.solver_name == compiled.solver.name == "exact-cover:threads=2,seed=3"
    assert compiled.count().solver == compiled.solver_name
