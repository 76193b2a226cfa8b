"""Workers that are killed, run out of memory or fail: a retry or a clear message, never a wrong sum."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from sudoku_cp import Model
from sudoku_cp.backends.contract import CompiledModel, Limits
from sudoku_cp.cubes.questions import Answer, Count, Givens
from sudoku_cp.cubes.work import Task
from sudoku_cp.errors import ModelError, SudokuError, WorkerError
from sudoku_cp.executors import executor_named, processes, size_of
from tests.cubes.conftest import MODELS
from tests.support.executors import Breaking, Failing, Hasty, Inline, Stalling
from tests.support.oracle import solutions_by_meaning


def counted(model: Model, executor: object, **options: object) -> int:
    chosen = {"cubes": 12, "symmetry": False, **options}
    return model.compile().count(executor=executor, **chosen).count  # type: ignore[arg-type]


@pytest.fixture
def model() -> Model:
    return MODELS["thermometer"]()


@pytest.fixture
def expected(model: Model) -> int:
    return len(list(solutions_by_meaning(model)))


@pytest.mark.parametrize(
    "error", [OSError("no route"), CancelledError(), RuntimeError("lost"), MemoryError()], ids=repr
)
def test_every_fourth_task_fails(model: Model, expected: int, error: Exception) -> None:
    assert counted(model, Failing(error, lambda number, task: number % 4 == 0)) == expected


def test_a_cube_too_large_for_the_memory_is_divided(model: Model, expected: int) -> None:
    def fails(number: int, task: Task) -> bool:
        return task.is_asked and len(task.cube.values) < 4

    assert counted(model, Failing(MemoryError(), fails)) == expected


@pytest.mark.parametrize(
    ("error", "message"),
    [(MemoryError(), "out of memory"), (OSError("no route"), "OSError: no route"), (KeyError("a"), "KeyError: 'a'")],
)
def test_a_cube_that_always_fails_ends_the_run(model: Model, error: Exception, message: str, tmp_path: Path) -> None:
    def fails(number: int, task: Task) -> bool:
        return bool(task.cube.values) and task.cube.values[0][1] == 3

    journal = tmp_path / "journal"
    with pytest.raises(WorkerError, match=f"no worker can answer the cube .*=3.*: {message}.*cubes are answered"):
        counted(model, Failing(error, fails), journal=journal)
    assert b'"result"' not in journal.read_bytes()
    assert counted(model, Inline(), journal=journal) == len(list(solutions_by_meaning(model)))


def test_the_bulletin_of_a_killed_run_means_nothing(tmp_path: Path) -> None:
    journal, compiled = tmp_path / "journal", MODELS["scored"]().compile()
    best = compiled.solve().objective
    assert best is not None
    bulletin = tmp_path / "journal.bulletin"
    for stop in (True, False):
        bulletin.write_text(json.dumps({"target": 10_000, "stop": stop}))
        found = compiled.count(target=best - 9, executor=Hasty(), journal=journal, cubes=20)
        assert found.count == compiled.count(target=best - 9).count
        journal.unlink()


def test_errors_of_the_question_are_raised(model: Model) -> None:
    with pytest.raises(SudokuError, match="wrong"):
        counted(model, Failing(ModelError("wrong"), lambda number, task: number == 3))


def broken_at(*numbers: int) -> Callable[[], Breaking]:
    """Makes executors that break at the tasks with these numbers, counted over all of them."""
    seen = 0

    def fails(number: int, task: Task) -> bool:
        nonlocal seen
        seen += 1
        return seen in numbers

    return lambda: Breaking(fails)


def test_a_broken_executor_is_replaced(model: Model, expected: int) -> None:
    assert counted(model, broken_at(2, 5, 6, 11)) == expected


def test_cubes_at_work_in_a_broken_executor_are_asked_again(model: Model, expected: int) -> None:
    executors = [Stalling(), Inline()]
    assert counted(model, lambda: executors.pop(0)) == expected


def test_a_broken_executor_that_is_not_ours_is_reported(model: Model, tmp_path: Path, expected: int) -> None:
    journal = tmp_path / "journal"
    with pytest.raises(WorkerError, match=r"the executor is broken: .*goes on from there"):
        counted(model, broken_at(4)(), journal=journal)
    assert counted(model, Inline(), journal=journal) == expected


def test_a_cube_that_kills_its_worker_is_found_and_divided(model: Model, expected: int) -> None:
    def fails(number: int, task: Task) -> bool:
        return task.is_asked and task.cube.values[:1] == (("r1c1", 1),) and len(task.cube.values) < 5

    assert counted(model, lambda: Breaking(fails)) == expected


def test_a_cube_that_always_kills_its_worker_is_named(model: Model) -> None:
    with pytest.raises(WorkerError, match=r"no worker can answer the cube r1c1=1.*: its process was killed"):
        counted(model, lambda: Breaking(lambda number, task: task.cube.values[:1] == (("r1c1", 1),)))


@pytest.mark.slow
def test_a_process_is_killed(model: Model, expected: int) -> None:
    pools = []

    def make() -> object:
        pools.append(processes(2))
        if len(pools) == 1:
            os.kill(pools[0].submit(os.getpid).result(60), signal.SIGKILL)
        return pools[-1]

    assert counted(model, make) == expected
    assert len(pools) == 2


class Deadly(Count):
    """Counts, and kills its process before the first answer."""

    def ask(self, compiled: CompiledModel, givens: Givens, limits: Limits, target: int | None) -> Answer:
        answer = super().ask(compiled, givens, limits, target)
        with suppress(FileExistsError):
            Path(os.environ["SUDOKU_CP_TEST_KILLED"]).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


class Killing(ProcessPoolExecutor):
    """Processes, one of which is killed during a cube."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return super().submit(function, *(replace(task, question=Deadly()) for task in arguments))


@pytest.mark.slow
def test_a_process_is_killed_during_a_cube(
    model: Model, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: list[Killing] = []
    monkeypatch.setenv("SUDOKU_CP_TEST_KILLED", str(tmp_path / "killed"))

    def make() -> Killing:
        pools.append(Killing(2, multiprocessing.get_context("spawn")))
        return pools[-1]

    assert counted(model, make) == expected
    assert (len(pools), (tmp_path / "killed").exists()) == (2, True)


class Closed(Inline):
    """Takes a number of tasks, and is then closed like the client of a cluster."""

    def __init__(self, tasks: int) -> None:
        super().__init__()
        self._most = tasks

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if len(self.tasks) == self._most:
            raise RuntimeError("the client is closed")
        return super().submit(function, *arguments)


def test_a_closed_executor_is_reported_and_nothing_is_lost(model: Model, expected: int, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    message = r"the executor is broken: RuntimeError: the client is closed; 3 cubes are answered.*goes on from there"
    with pytest.raises(WorkerError, match=message):
        counted(model, Closed(3), journal=journal, cube_seconds=None)
    assert counted(model, Inline(), journal=journal) == expected


def test_a_closed_executor_is_replaced(model: Model, expected: int) -> None:
    assert counted(model, lambda: Closed(3)) == expected
    with pytest.raises(WorkerError, match=r"no worker can answer the cube .*: RuntimeError: the client is closed"):
        counted(model, lambda: Closed(0))


class Lost(Inline):
    """Takes a number of tasks, and then loses its scheduler: the next one never ends."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if len(self.tasks) < 3:
            return super().submit(function, *arguments)
        self._client = SimpleNamespace(status="connecting", close=lambda: None)
        return Future()


def test_an_executor_that_is_lost_is_replaced_or_reported(model: Model, expected: int, tmp_path: Path) -> None:
    executors = iter([Lost(), Inline()])
    assert counted(model, lambda: next(executors)) == expected
    journal = tmp_path / "journal"
    with pytest.raises(WorkerError, match="the workers do not answer any more; 3 cubes are answered"):
        counted(model, Lost(), journal=journal, cube_seconds=None)
    assert counted(model, Inline(), journal=journal) == expected


def test_the_size_of_a_cluster_is_that_of_its_threads() -> None:
    def closed() -> dict[str, int]:
        raise RuntimeError("closed")

    for nthreads, size in ((lambda: {"one": 2, "other": 3}, 5), (dict, 1), (closed, 1)):
        executor = Inline()
        del executor._max_workers
        executor._client = SimpleNamespace(nthreads=nthreads)  # type: ignore[attr-defined]
        assert size_of(executor) == size


@pytest.mark.slow
def test_a_dask_cluster(model: Model, expected: int) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        make = executor_named(f"dask:{cluster.scheduler_address}")
        assert counted(model, make) == expected


@pytest.mark.slow
def test_a_cluster_without_workers_does_not_keep_a_run(model: Model) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster:
        make, found = executor_named(f"dask:{cluster.scheduler_address}"), list[bool]()

        def ask() -> None:
            limits = Limits(seconds=1)
            found.append(model.compile().count(limits=limits, executor=make, cubes=4, symmetry=False).exact)

        run = Thread(target=ask, daemon=True)
        run.start()
        run.join(60)
        assert found == [False]


def test_dask_needs_an_address() -> None:
    with pytest.raises(ModelError, match="no executor"):
        executor_named("dask:")
