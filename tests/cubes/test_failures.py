"""Workers that are killed, run out of memory or fail: a retry or a clear message, never a wrong sum."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import resource
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
from sudoku_cp._base.errors import ModelError, NoWorkersError, SudokuError, WorkerError
from sudoku_cp.cubes.questions import Count, CubeAnswer, NamedGivens
from sudoku_cp.cubes.work import IncumbentFile, Task
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.parallel.builds import Build, own_build
from sudoku_cp.parallel.executors import executor_named, processes
from sudoku_cp.parallel.workers import Workers
from sudoku_cp.solving.lowered_model import LoweredModel
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


def test_the_incumbent_file_of_a_killed_run_means_nothing(tmp_path: Path) -> None:
    journal, compiled = tmp_path / "journal", MODELS["scored"]().compile()
    best = compiled.solve().objective
    assert best is not None
    incumbent = tmp_path / "journal.incumbent"
    for stop in (True, False):
        incumbent.write_text(json.dumps({"target": 10_000, "stop": stop}))
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
        pools.append(processes(1))
        if len(pools) == 1:
            os.kill(pools[0].submit(os.getpid).result(240), signal.SIGKILL)
        return pools[-1]

    assert counted(model, make) == expected
    assert len(pools) == 2


class Deadly(Count):
    """Counts, and kills its process before the first answer."""

    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
        answer = super().ask(compiled, givens, limits, target)
        with suppress(FileExistsError):
            Path(os.environ["SUDOKU_CP_TEST_KILLED"]).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


class Killing(ProcessPoolExecutor):
    """A process that is killed during a cube."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return super().submit(function, *(replace(task, question=Deadly()) for task in arguments))


@pytest.mark.slow
def test_a_process_is_killed_during_a_cube(
    model: Model, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: list[Killing] = []
    monkeypatch.setenv("SUDOKU_CP_TEST_KILLED", str(tmp_path / "killed"))

    def make() -> Killing:
        pools.append(Killing(1, multiprocessing.get_context("spawn")))
        return pools[-1]

    assert counted(model, make) == expected
    assert (len(pools), (tmp_path / "killed").exists()) == (2, True)


class Hungry(Count):
    """Counts, and needs far more memory than its process may take, unless many values are fixed."""

    def ask(self, compiled: LoweredModel, givens: NamedGivens, limits: Limits, target: int | None) -> CubeAnswer:
        if len(givens) < 2 and limits.nodes is None:
            used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            before = resource.getrlimit(resource.RLIMIT_AS)  # whoever runs the tests may have set one
            resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20), before[1]))
            try:
                bytearray(1 << 30)
            finally:
                resource.setrlimit(resource.RLIMIT_AS, before)
        return super().ask(compiled, givens, limits, target)


class Starving(ProcessPoolExecutor):
    """Processes whose memory is limited."""

    def __init__(self) -> None:
        super().__init__(1, multiprocessing.get_context("spawn"))
        self.cubes: list[tuple[int, bool]] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        (task,) = arguments
        self.cubes.append((len(task.cube.values), task.is_asked))
        return super().submit(function, replace(task, question=Hungry()))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="/proc tells the size of a process")
def test_cubes_for_which_the_memory_of_a_process_is_not_enough(model: Model, expected: int) -> None:
    with Starving() as executor:
        assert counted(model, executor, cubes=1, cube_seconds=None) == expected
    assert executor.cubes[:2] == [(0, True), (0, False)]  # the whole, which is then only divided
    assert {size for size, is_asked in executor.cubes if not is_asked} == {0, 1}
    assert max(size for size, _ in executor.cubes) == 2


class KilledWorker(Exception):  # noqa: N818
    """What Dask says where all workers died that had a task."""


def test_a_cube_at_which_all_workers_of_a_cluster_die_is_divided(model: Model, expected: int) -> None:
    executor = Failing(KilledWorker(), lambda number, task: task.is_asked and len(task.cube.values) < 3)
    assert counted(model, executor, cubes=1) == expected
    assert [task.is_asked for task in executor.tasks[:2]] == [True, False]


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


class Elsewhere(Inline):
    """Workers of which those from the third task on get it from another build."""

    def __init__(self, build: Build) -> None:
        super().__init__()
        self._build = build

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        (task,) = arguments
        return super().submit(function, replace(task, build=self._build) if len(self.tasks) > 1 else task)


@pytest.mark.parametrize("other", [own_build()._replace(version="0.0.9"), own_build()._replace(engine="0" * 64)])
def test_a_worker_of_another_build(model: Model, expected: int, tmp_path: Path, other: Build) -> None:
    """A question of another build, as seen by the workers here: their answers may differ from those of its others."""
    journal = tmp_path / "journal"
    with pytest.raises(WorkerError, match=r"has sudoku-cp 0.*, engine .*, and the run 0.*: install the same"):
        counted(model, Elsewhere(other), journal=journal, cube_seconds=None)
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
        if hasattr(self, "_client"):
            raise RuntimeError("no connection")
        self._client = SimpleNamespace(status="connecting", close=lambda: None)
        return Future()


def test_an_executor_that_is_lost_is_replaced_or_reported(model: Model, expected: int, tmp_path: Path) -> None:
    executors = iter([Lost(), Inline()])
    assert counted(model, lambda: next(executors)) == expected
    journal = tmp_path / "journal"
    with pytest.raises(WorkerError, match="the workers do not answer any more; 3 cubes are answered"):
        counted(model, Lost(), journal=journal, cube_seconds=None)
    assert counted(model, Inline(), journal=journal) == expected


def of_cluster(nthreads: Callable[..., object], status: str = "running") -> Inline:
    """An executor of a cluster that says how many threads its workers have."""
    executor = Inline()
    del executor._max_workers
    scheduler = SimpleNamespace(address="tcp://there:1")
    client = SimpleNamespace(nthreads=nthreads, status=status, scheduler=scheduler, close=lambda: None)
    executor._client = client  # type: ignore[attr-defined]
    return executor


def closed(**_: object) -> dict[str, int]:
    raise RuntimeError("closed")


@pytest.mark.parametrize(
    ("nthreads", "size", "missing"),
    [
        (lambda **_: {"one": 2, "other": 3}, 5, None),
        (lambda **_: {}, 1, "workers of tcp://there:1"),
        (closed, 1, "the scheduler tcp://there:1"),
    ],
)
def test_the_size_of_a_cluster_is_that_of_its_threads(
    nthreads: Callable[..., object], size: int, missing: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("sudoku_cp.parallel.workers.monotonic", lambda: now[0])
    workers = Workers(of_cluster(nthreads), None, 20)
    assert (workers.size, workers.waits_for()) == (size, None)
    now[0] += 12
    assert workers.waits_for() == (None if missing is None else f"{missing}: 12 of 20 s")
    now[0] += 9
    if missing is None:
        assert workers.waits_for() is None
    else:
        with pytest.raises(NoWorkersError, match=f"waited for {missing} for 20 s"):
            workers.waits_for()


def test_the_patience_begins_again_with_each_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    now, threads = [100.0], [0, 0, 1, 0, 0]
    monkeypatch.setattr("sudoku_cp.parallel.workers.monotonic", lambda: now[0])
    workers = Workers(of_cluster(lambda **_: {"one": threads.pop(0)}), None, 20)
    seen = []
    while threads:
        seen.append(workers.waits_for())
        now[0] += 15
    workers_of = "workers of tcp://there:1: 15 of 20 s"
    assert seen == [None, workers_of, None, None, workers_of]


def test_a_run_on_a_cluster_without_workers_ends(
    model: Model, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_cp.cubes.run.ENDING", 0.1)  # no cube ever comes back

    class Idle(Inline):
        def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
            return Future()

    def make() -> Inline:
        executor = Idle()
        executor._client = of_cluster(lambda **_: {})._client  # type: ignore[attr-defined]
        return executor

    journal = tmp_path / "journal"
    with pytest.raises(NoWorkersError, match=r"workers of tcp://there:1 for 1.5 s, .*; 0 cubes .* goes on from there"):
        counted(model, make, journal=journal, patience=1.5)
    assert counted(model, Inline(), journal=journal) == expected


def test_a_scheduler_that_goes_away_is_waited_for(model: Model, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.parallel.workers.monotonic", lambda: 100.0)
    executors = iter([Lost(), None, Lost(), None, None, Inline()])
    seen: list[Progress] = []

    def make() -> Inline:
        found = next(executors)
        if found is None:
            raise ModelError("no scheduler answers there")
        return found

    options: dict[str, Any] = {"cubes": 12, "symmetry": False, "cube_seconds": None}
    assert model.compile().count(executor=make, limits=Limits(on_progress=seen.append), **options).count == expected
    assert any(progress.waits_for == "the scheduler of the cluster: 0 of 600 s" for progress in seen)


@pytest.mark.slow
def test_a_dask_cluster(model: Model, expected: int) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster:
        make = executor_named(f"dask:{cluster.scheduler_address}")
        assert counted(model, make) == expected


@pytest.mark.slow
def test_a_cluster_without_workers_does_not_keep_a_run(model: Model) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as cluster:
        make, found = executor_named(f"dask:{cluster.scheduler_address}"), list[bool]()

        def ask() -> None:
            limits = Limits(seconds=1)
            found.append(model.compile().count(limits=limits, executor=make, cubes=4, symmetry=False).exact)

        run = Thread(target=ask, daemon=True)
        run.start()
        run.join(240)
        assert found == [False]


def test_dask_needs_an_address() -> None:
    with pytest.raises(ModelError, match="no executor"):
        executor_named("dask:")


def test_an_incumbent_file_on_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    incumbent = IncumbentFile(tmp_path / "incumbent")
    incumbent.post(3)
    assert list(tmp_path.iterdir())
    incumbent.remove()
    assert not list(tmp_path.iterdir())
