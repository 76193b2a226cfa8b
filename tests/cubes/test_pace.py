"""When a cube is cut: after the nodes that are usual for its time, on workers whose clock is made up."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sudoku_cp import Model
from sudoku_cp.cubes.questions import Count, CubeAnswer
from sudoku_cp.cubes.run import LATEST, PACED, TRUSTED, Budget
from sudoku_cp.cubes.work import Outcome, Task, work
from sudoku_cp.model.answers import Cube
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.limits import NO_LIMITS, Limits
from tests.cubes.conftest import MODELS
from tests.support.executors import Inline

USUAL = 30
"""The nodes that the first cube has in a second."""


class Clocked(Inline):
    """Works at a given speed, whatever the time is.

    Parameters
    ----------
    speed
        The nodes in a second, given the number of the task from 0 on.
    least
        The seconds that any task takes.
    """

    def __init__(self, speed: Callable[[int], float], least: float = 0.0) -> None:
        super().__init__(1)
        self._speed = speed
        self._least = least
        self.outcomes: list[Outcome] = []

    def perform(self, task: Task) -> Outcome:
        assert task.seconds is not None
        speed = self._speed(len(self.outcomes))
        nodes = min(int(task.seconds * speed), task.nodes or 10**9)
        outcome = work(replace(task, seconds=None, nodes=nodes))
        seconds = max(self._least, outcome.answer.nodes / speed)
        self.outcomes.append(replace(outcome, answer=replace(outcome.answer, seconds=seconds)))
        return self.outcomes[-1]

    @property
    def cut(self) -> list[tuple[Task, int]]:
        """The tasks after the first one that were cut, and the nodes that each has had."""
        found = zip(self.tasks[1:], self.outcomes[1:], strict=True)
        return [(task, outcome.answer.nodes) for task, outcome in found if task.is_asked and outcome.split]


@pytest.fixture
def model() -> Model:
    return MODELS["knight"]()


def count(model: Model, executor: Clocked, limits: Limits = NO_LIMITS) -> int:
    return model.compile().count(limits=limits, executor=executor, cubes=1, cube_seconds=1, symmetry=False).count


def test_cubes_are_cut_by_nodes_once_it_is_known_how_many_there_are_in_a_second() -> None:
    model = MODELS["diagonal"]()
    executor = Clocked(lambda number: USUAL, least=0.9 * PACED)
    assert count(model, executor) == model.compile().count().count
    first, *others = executor.tasks
    assert (first.nodes, first.seconds) == (None, 1)
    assert len(others) >= 8
    assert {task.seconds for task in others} == {LATEST}
    assert {task.nodes for task in others} <= {USUAL, USUAL + 1}  # short tasks do not count
    assert min(outcome.answer.nodes for outcome in executor.outcomes) < 0.9 * PACED * USUAL


def test_a_busy_machine_cuts_cubes_no_smaller(model: Model) -> None:
    """At half the speed a cube of the usual nodes takes twice its time."""
    executor = Clocked(lambda number: USUAL if number == 0 else USUAL / 2)
    assert count(model, executor) == model.compile().count().count
    assert executor.tasks[1].nodes == USUAL
    assert executor.cut
    for task, nodes in executor.cut:
        assert task.nodes is not None
        assert nodes >= task.nodes > USUAL / 2


def test_no_cube_takes_longer_than_the_latest(model: Model) -> None:
    executor = Clocked(lambda number: USUAL if number == 0 else USUAL / 10)
    assert count(model, executor) == model.compile().count().count
    latest = LATEST * USUAL / 10
    assert any(latest <= nodes <= latest + 1 < (task.nodes or 0) for task, nodes in executor.cut)
    assert max(outcome.answer.seconds for outcome in executor.outcomes) <= LATEST + 0.1


def test_the_limit_of_nodes_holds_as_well(model: Model) -> None:
    executor = Clocked(lambda number: USUAL)
    assert count(model, executor, Limits(nodes=135)) < model.compile().count().count
    granted = [task.nodes or 0 for task in executor.tasks]
    assert granted[0] == 135
    assert max(granted[1:]) <= USUAL + 1
    assert min(granted) < USUAL
    assert sum(outcome.answer.nodes for outcome in executor.outcomes) <= 135 + len(granted)


def test_a_cube_that_would_take_far_longer_is_only_divided() -> None:
    budget, limitless = Budget(2.0), Budget(None)
    assert not budget.is_hopeless(1e9)  # nothing is known of the speed
    for each in (budget, limitless):
        each.begin(CubeAnswer(is_final=False, nodes=100, seconds=1.0))
        each.note(CubeAnswer(is_final=False, nodes=500, seconds=1.0))
    assert not limitless.is_hopeless(1e9)
    assert [budget.is_hopeless(TRUSTED * 2.0 * nodes) for nodes in (299, 300, 301)] == [False, False, True]


CLOCK = [0.0]


class Slow:
    """Unpickled, it is a compiled model whose compilation has taken 100 s of a clock."""

    def __init__(self, compiled: CompiledModel) -> None:
        self._compiled = compiled

    def __reduce__(self) -> tuple[Any, ...]:
        return compiled_slowly, (self._compiled,)


def compiled_slowly(compiled: CompiledModel) -> CompiledModel:
    CLOCK[0] += 100
    return compiled


def test_compilation_is_no_part_of_the_time_of_a_cube(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("cubes.work", "model.limits"):
        monkeypatch.setattr(f"sudoku_cp.{module}.monotonic", lambda: CLOCK[0])
    program = pickle.dumps(Slow(model.compile()))
    outcome = work(Task(program, {}, Count(), Cube(()), 1.0, None, None, ""))
    assert CLOCK[0] >= 100
    assert (outcome.answer.is_final, outcome.answer.seconds) == (True, 0)
