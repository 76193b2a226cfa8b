"""Answers by cubes are those of the whole question, however it is divided."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sudoku_cp import Model, Sudoku
from sudoku_cp._base.errors import ModelError
from sudoku_cp.cross_check.fuzz.cases import random_case
from sudoku_cp.cubes import splitting
from sudoku_cp.cubes.checker import check
from sudoku_cp.cubes.questions import Best, Count, CubeAnswer
from sudoku_cp.cubes.splitting import Splitter
from sudoku_cp.model.answers import Cube, Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solving.registry import load_solver
from tests.cubes.conftest import MODELS, SCORED
from tests.support.executors import Inline
from tests.support.oracle import solutions_by_meaning

BRIEF = 1e-4
"""A time for cubes that few can be answered in."""


def test_cubes_are_disjoint_and_cover_all_solutions(model: Model) -> None:
    cubes = model.compile().split(10, cubes=20)
    values = [{model[name]: value for name, value in cube.values} for cube in cubes]
    for solution in solutions_by_meaning(model):
        by_cell = dict(zip(model.cells, solution, strict=True))
        assert sum(all(by_cell[cell] == value for cell, value in fixed.items()) for fixed in values) == 1
    assert len(cubes) >= min(20, model.compile().count(20).count)


def test_estimates_decide_how_far_a_puzzle_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a given speed and no lack of time, so that each estimate has all of its descents."""
    monkeypatch.setattr(Splitter, "rate", lambda splitter: 100_000.0)
    monkeypatch.setattr(splitting, "monotonic", lambda: 0.0)
    compiled = Sudoku(6).compile()
    few, many = compiled.split(300), compiled.split(30)
    assert 1 <= len(few) < len(many)
    assert 3e6 < sum(cube.estimate for cube in many) < 3e8  # 28,200,960 solutions
    assert many[0].estimate == max(cube.estimate for cube in many) <= sum(cube.estimate for cube in many) / 4


@pytest.mark.parametrize("cubes", [1, 2, 7, 60])
@pytest.mark.parametrize("symmetry", [True, False])
def test_counts(model: Model, cubes: int, symmetry: bool) -> None:
    compiled, expected = model.compile(), len(list(solutions_by_meaning(model)))
    result = compiled.count(executor=Inline(), cubes=cubes, symmetry=symmetry)
    assert (result.count, result.exact) == (expected, True)
    assert (result.status is Status.INFEASIBLE) == (expected == 0)
    assert (result.solution is None) == (expected == 0)


@pytest.mark.parametrize("name", MODELS)
def test_unfinished_cubes_are_divided(name: str) -> None:
    model = MODELS[name]()
    executor = Inline()
    result = model.compile().count(executor=executor, cubes=3, cube_seconds=1e-9, symmetry=False)
    assert result.count == len(list(solutions_by_meaning(model)))
    if result.count > 100:
        assert len(executor.tasks) > 20


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize("number", [1, 3, 1000])
@pytest.mark.parametrize("cubes", [None, 1, 30])
def test_best(name: str, number: int, cubes: int | None) -> None:
    model = MODELS[name]()
    objective = model.objective
    assert objective is not None
    scores = sorted(
        (objective.value(dict(zip(model.cells, values, strict=True))) for values in solutions_by_meaning(model)),
        key=objective.gain,
        reverse=True,
    )
    ranking = model.compile().best(number, executor=Inline(), cubes=cubes, cube_seconds=BRIEF)
    assert list(ranking.objectives) == scores[:number]
    assert len({solution.values_in_order for solution in ranking.solutions}) == len(ranking.objectives)
    assert ranking.status is (Status.OPTIMAL if number < len(scores) else Status.COMPLETE)
    target = scores[len(scores) // 3]
    reached = model.compile().best(number, target=target, executor=Inline(), cubes=cubes)
    assert list(reached.objectives) == [score for score in scores if not objective.better(target, score)][:number]


@pytest.mark.parametrize("name", SCORED)
def test_targets(name: str) -> None:
    compiled = MODELS[name]().compile()
    best = compiled.solve(executor=Inline(), cubes=9)
    assert (best.status, best.objective) == (Status.OPTIMAL, compiled.solve().objective)
    assert best.objective is not None
    plain = compiled.count(target=best.objective)
    assert compiled.count(target=best.objective, executor=Inline(), cubes=9).count == plain.count


def test_candidates(model: Model) -> None:
    compiled = model.compile()
    found = compiled.candidates(executor=Inline(), cubes=9, cube_seconds=BRIEF)
    assert found.values == compiled.candidates().values
    assert found.status is compiled.candidates().status


def test_solve_needs_one_solution() -> None:
    executor = Inline()
    result = Sudoku(9).compile().solve(executor=executor, cubes=50)
    assert (result.status, result.count, len(executor.tasks) <= 4) == (Status.SOLVED, 1, True)


def test_a_limit_ends_a_count() -> None:
    result = Sudoku(6).compile().count(1000, executor=Inline(), cubes=9, symmetry=False)
    assert (result.status, result.count) == (Status.LIMIT, 1000)


def test_an_easy_question_is_not_divided() -> None:
    executor = Inline()
    assert Sudoku(4).compile().count(executor=executor).count == 288
    assert executor.tasks == []


@given(st.integers(0, 2**20), st.integers(0, 60), st.integers(1, 40), st.sampled_from([BRIEF, 1.0]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@pytest.mark.slow
def test_fuzz_cases(seed: int, number: int, cubes: int, seconds: float) -> None:
    model = random_case(seed, number, sizes=(1, 2, 3, 4)).model
    compiled = model.compile()
    plain = compiled.count(2000)
    if plain.status is Status.LIMIT:
        return
    for symmetry in (True, False):
        divided = compiled.count(executor=Inline(), cubes=cubes, cube_seconds=seconds, symmetry=symmetry)
        assert (divided.status, divided.count) == (plain.status, plain.count)
    assert compiled.candidates(executor=Inline(), cubes=cubes).values == compiled.candidates().values
    if model.objective is not None:
        assert compiled.best(3, executor=Inline(), cubes=cubes).objectives == compiled.best(3).objectives


@pytest.mark.parametrize("name", ["cp-sat", "python-constraint"])
@pytest.mark.slow
def test_other_solvers(name: str) -> None:
    compiled = load_solver(name).compile(MODELS["scored"]())
    expected = MODELS["scored"]().compile()
    assert compiled.count(executor=Inline(), cubes=4).count == expected.count().count
    assert compiled.best(2, executor=Inline(), cubes=4).objectives == expected.best(2).objectives


def test_threads_and_givens() -> None:
    sudoku = Sudoku(4)
    with ThreadPoolExecutor(2) as pool:
        result = sudoku.compile().count(givens={"r1c1": 2, "r2c3": 4}, executor=pool, cubes=8)
    assert result.count == sudoku.count(givens={"r1c1": 2, "r2c3": 4}).count
    assert result.solution is not None
    assert result.solution["r1c1"] == 2


def test_cancelled(tmp_path: Path) -> None:
    cancel, seen = Event(), list[Progress]()
    journal = tmp_path / "journal"

    def stop(progress: Progress) -> None:
        seen.append(progress)
        cancel.set()

    result = (
        Sudoku(9)
        .compile()
        .count(
            limits=Limits(cancel=cancel, on_progress=stop), journal=journal, cubes=5, cube_seconds=60, symmetry=False
        )
    )
    assert result.status is Status.LIMIT
    assert not check(journal.open("rb")).is_complete
    assert not journal.with_name("journal.incumbent").exists()
    assert seen


def test_limits_of_time_and_nodes() -> None:
    compiled = Sudoku(9).compile()
    assert compiled.count(limits=Limits(seconds=0.1), executor=Inline(), cube_seconds=0.05).status is Status.LIMIT
    compiled = Sudoku(6).compile()
    assert compiled.count(limits=Limits(nodes=1), executor=Inline(), cubes=2, cube_seconds=0.01).status is Status.LIMIT


def test_limits_of_nodes_hold_within_a_cube() -> None:
    executor = Inline()
    result = Sudoku(6).compile().count(limits=Limits(nodes=50), executor=executor, cubes=2, symmetry=False)
    assert result.status is Status.LIMIT
    assert all(task.nodes is not None and task.nodes <= 50 for task in executor.tasks)
    assert result.statistics.nodes <= 50 + len(executor.tasks)  # a search may take one more to see its limit


class Never(Inline):
    """Takes eight tasks, never does them, and ends the run then."""

    def __init__(self, cancel: Event) -> None:
        super().__init__(4)
        self._cancel = cancel

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.tasks += arguments
        if len(self.tasks) == 8:
            self._cancel.set()
        return Future()


def test_cubes_in_flight_share_the_limit_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.cubes.run.ENDING", 0.1)  # no cube ever comes back
    cancel = Event()
    executor = Never(cancel)
    limits = Limits(nodes=400, cancel=cancel)
    assert Sudoku(6).compile().count(limits=limits, executor=executor, cubes=20, symmetry=False).count == 0
    granted = [task.nodes or 0 for task in executor.tasks]
    assert len(granted) == 8
    assert min(granted) >= 50
    assert sum(granted) <= 400


def test_a_question_that_is_ended_is_divided_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, tried, refutes = Event(), list[object](), Splitter._is_refuted

    def ends(self: Splitter, fixed: dict[str, int]) -> bool:
        tried.append(fixed)
        if len(tried) == 20:
            cancel.set()
        return refutes(self, fixed)

    monkeypatch.setattr(Splitter, "_is_refuted", ends)
    result = Sudoku(9).compile().count(limits=Limits(cancel=cancel), executor=Inline(), cubes=50, symmetry=False)
    assert (result.status, len(tried)) == (Status.LIMIT, 20)


def test_estimates_without_time_for_a_choice_are_kept() -> None:
    splitter = Splitter(load_solver().compile(Sudoku(9)), {}, Count(), None, lambda: True)
    assert splitter.estimate(Cube((), 1e6), 1.0).estimate == 1e6
    assert splitter.split(Cube(())) is None
    unhurried = Splitter(load_solver().compile(Sudoku(9)), {}, Count(), None)
    assert unhurried.estimate(Cube((), 1e30), -1.0).estimate == 1e30


def hard_to_score() -> Sudoku:
    """More than a few hundred nodes are needed for its best score."""
    sudoku = Sudoku(6)
    random = Random(5)
    pairs = zip(sudoku.cells, random.sample(sudoku.cells, 10), strict=False)
    sudoku.maximize(sum(random.randrange(1, 10) * cell * other for cell, other in pairs))
    return sudoku


def test_cubes_have_a_score_to_beat_from_the_start(tmp_path: Path) -> None:
    compiled, journal = hard_to_score().compile(), tmp_path / "journal"
    for _ in range(2):
        executor = Inline()
        assert compiled.best(1, executor=executor, cubes=9, journal=journal).objectives == compiled.best(1).objectives
        assert executor.tasks
        assert executor.tasks[0].target is not None
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(line for line in lines if line.startswith(b'{"journal"') or b'"split"' in line))


@pytest.mark.parametrize("name", SCORED)
def test_estimates_keep_solutions_and_bound_scores(name: str) -> None:
    model = MODELS[name]()
    objective = model.objective
    assert objective is not None
    scores = {
        values: objective.value(dict(zip(model.cells, values, strict=True))) for values in solutions_by_meaning(model)
    }
    names = [cell.name for cell in model.cells]
    givens = {cell.name: value for cell, value in model.givens.items()}
    splitter = Splitter(load_solver().compile(model), givens, Best(), None)
    split = splitter.split(Cube(()))
    assert split is not None
    for part in split.parts:
        inside = [
            score
            for values, score in scores.items()
            if dict(part.values).items() <= dict(zip(names, values, strict=True)).items()
        ]
        bound = splitter.estimate(part, 10).bound
        assert bound == max(inside, key=objective.gain)  # the whole part is searched
    found = splitter.completed(CubeAnswer(is_final=False))
    assert dict(zip(found.solutions, found.scores, strict=True)).items() <= scores.items()
    assert max(found.scores, key=objective.gain) == max(scores.values(), key=objective.gain)


@pytest.mark.parametrize("name", SCORED)
def test_bounds_with_a_target_are_beaten_by_no_solution(name: str) -> None:
    """Searches leave out what misses the target, so that they say nothing of worse scores."""
    model = MODELS[name]()
    objective = model.objective
    assert objective is not None
    step, names = objective.gain(1), [cell.name for cell in model.cells]
    scores = {
        values: objective.value(dict(zip(model.cells, values, strict=True))) for values in solutions_by_meaning(model)
    }
    givens = {cell.name: value for cell, value in model.givens.items()}
    compiled = load_solver().compile(model)
    split = Splitter(compiled, givens, Best(), None).split(Cube(()))
    assert split is not None
    best = max(scores.values(), key=objective.gain)
    for target in {*sorted(scores.values(), key=objective.gain)[-3:], best + step, best - step}:
        splitter = Splitter(compiled, givens, Best(), target)
        for part in split.parts:
            inside = [
                score
                for values, score in scores.items()
                if dict(part.values).items() <= dict(zip(names, values, strict=True)).items()
            ]
            bound = splitter.estimate(part, 10).bound
            assert bound == max([*inside, target - step], key=objective.gain)
        for known in range(target - 3, target + 4):
            searched = CubeAnswer(is_final=False, bound=known)
            expected = target - step if objective.better(target, known) else known
            assert splitter.bound(Cube(()), searched) == expected
            tighter = splitter.bound(Cube((), bound=target), searched)
            assert tighter == min(expected, target, key=objective.gain)


@pytest.mark.parametrize("options", [{"cube_seconds": 0}, {"cubes": 0}])
def test_wrong_numbers(options: dict[str, int]) -> None:
    with pytest.raises(ModelError, match="must be"):
        Sudoku(4).compile().count(executor=Inline(), **options)  # type: ignore[arg-type]
