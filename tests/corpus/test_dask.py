"""The same jobs on a Dask cluster whose workers are killed."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from sudoku_cp.cli import main
from sudoku_cp.corpus.answers import Answers, answer
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import Ranks
from tests.corpus.conftest import Corpus, copies
from tests.corpus.test_corpus import write

distributed = pytest.importorskip("distributed", reason="clusters need Dask, the extra [cluster]")
dask = pytest.importorskip("dask")


@pytest.mark.slow
def test_workers_of_a_cluster_are_killed(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "many.txt", copies(300) * 8)
    killed: list[int] = []

    def kill_some(cluster: Any) -> None:
        workers = [nanny.process.process.pid for nanny in cluster.workers.values()]
        for number, worker in zip((2, 6), workers, strict=True):
            until(partial(has_parts, tmp_path / "dask", number))
            killed.append(worker)
            os.kill(worker, signal.SIGKILL)

    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    fast = {"distributed.worker.multiprocessing-method": "forkserver"}  # workers are copies of one that has its modules
    monkeypatch.setattr("distributed.utils._forkserver_preload_set", True, raising=False)  # else pandas, too
    multiprocessing.get_context("forkserver").set_forkserver_preload(["distributed"])
    with dask.config.set(fast), distributed.LocalCluster(**settings) as cluster:
        killer = Thread(target=kill_some, args=[cluster])
        killer.start()
        on_dask = corpus(path, "--block", 100, executor=f"dask:{cluster.scheduler_address}", out="dask")
        killer.join()
    assert (on_dask.code, on_dask.summary["complete"], len(killed)) == (1, True, 2)
    assert on_dask.parts() == corpus(path, "--block", 100).parts()


def test_an_address_without_a_port(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "many.txt", "--out", "out", "--executor", "dask:foo"]) == 2
    assert "dask:foo is no address of a scheduler (missing port" in capsys.readouterr().err


def test_a_scheduler_that_is_not_there(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_cp.parallel.clusters.CONNECT", 2)
    path = write(tmp_path / "many.txt", copies(3))
    done = corpus(path, executor="dask:tcp://127.0.0.1:9")
    assert done.code == 2
    assert "dask:tcp://127.0.0.1:9: no scheduler answers there" in done.err


def local(**settings: Any) -> Any:
    """A cluster in threads of this process."""
    shared = {"threads_per_worker": 1, "processes": False, "dashboard_address": ":0", "silence_logs": 50}
    return distributed.LocalCluster(protocol="tcp", **shared, **settings)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schedulers of busy machines may take longer to say how many workers they have."""
    monkeypatch.setattr("sudoku_cp.parallel.clusters.ANSWERING", 60)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages of the command as they are written."""
    messages: list[str] = []
    monkeypatch.setattr("sudoku_cp.cli.output.notify", messages.append)
    return messages


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Until this is set, each block of a cluster in this process takes half a second more: it is not done too soon."""
    hurry = Event()

    def answer_later(job: Job, ranks: Ranks, cancel: Event | None) -> Answers:
        hurry.wait(0.5)
        return answer(job, ranks, cancel)

    monkeypatch.setattr("sudoku_cp.corpus.parts.answer", answer_later)
    yield hurry
    hurry.set()


def has_parts(folder: Path, number: int) -> bool:
    return len(list(folder.glob("part-*"))) >= number


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 240
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def started(condition: Callable[[], object], act: Callable[[], object]) -> Thread:
    """A thread that acts once a condition holds."""

    def run() -> None:
        until(condition)
        act()

    thread = Thread(target=run)
    thread.start()
    return thread


@pytest.mark.slow
def test_a_cluster_gets_workers_at_last(corpus: Callable[..., Corpus], tmp_path: Path, seen: list[str]) -> None:
    path = write(tmp_path / "many.txt", copies(30))
    with local(n_workers=0) as cluster:
        helper = started(lambda: seen, lambda: cluster.scale(1))
        done = corpus(path, "--block", 7, executor=f"dask:{cluster.scheduler_address}", out="dask")
        helper.join()
    assert (done.code, done.summary["complete"], len(seen)) == (1, True, 1)
    assert seen[0].startswith(f"waiting for workers of {cluster.scheduler_address}: ")
    assert done.parts() == corpus(path, "--block", 7).parts()


@pytest.mark.slow
def test_a_cluster_loses_its_last_worker(
    corpus: Callable[..., Corpus], tmp_path: Path, hurry: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_cp.corpus.run.ENDING", 0.1)  # its blocks never come back
    path = write(tmp_path / "many.txt", copies(300) * 20)
    with local(n_workers=1) as cluster:
        helper = started(lambda: list((tmp_path / "dask").glob("part-*")), lambda: cluster.scale(0))
        done = corpus(
            path, "--block", 100, "--patience", "1.5", executor=f"dask:{cluster.scheduler_address}", out="dask"
        )
        helper.join()
        hurry.set()
    number = len(list(done.folder.glob("part-*")))
    assert (done.code, 0 < number < 60, list(done.folder.glob(".tmp-*"))) == (3, True, [])
    why = f"waited for workers of {cluster.scheduler_address} for 1.5 s, the patience of this run"
    assert done.err.endswith(f"{done.folder}: {why}: all parts are kept, continue with --resume\n")
    resumed = corpus(path, "--block", 100, "--resume", out="dask")
    assert resumed.parts() == corpus(path, "--block", 100).parts()


@pytest.mark.slow
@pytest.mark.parametrize("is_back", [True, False])
def test_a_scheduler_goes_away(
    corpus: Callable[..., Corpus],
    tmp_path: Path,
    seen: list[str],
    hurry: Event,
    monkeypatch: pytest.MonkeyPatch,
    is_back: bool,
) -> None:
    monkeypatch.setattr("sudoku_cp.parallel.clusters.CONNECT", 2)
    path = write(tmp_path / "many.txt", copies(300) * 20)
    clusters = [local(n_workers=1)]
    address, port = clusters[0].scheduler_address, clusters[0].scheduler.port

    def restart() -> None:
        until(lambda: list((tmp_path / "dask").glob("part-*")))
        clusters[0].close()
        until(lambda: seen)
        hurry.set()
        if is_back:
            clusters.append(local(n_workers=1, scheduler_port=port))

    helper = Thread(target=restart)
    helper.start()
    try:
        patience = 240 if is_back else 1.5
        done = corpus(path, "--block", 100, "--patience", patience, executor=f"dask:{address}", out="dask")
    finally:
        helper.join()
        clusters[-1].close()
    missing = rf"(the scheduler|workers of) {re.escape(address)}"  # a cluster that closes ends its workers first
    assert re.match(rf"waiting for {missing}: 0 of ", seen[0])
    if not is_back:
        assert done.code == 3
        assert re.search(rf"waited for {missing} for 1.5 s", done.err)
        assert not list(done.folder.glob(".tmp-*"))
        done = corpus(path, "--block", 100, "--resume", out="dask")
    assert done.summary["complete"]
    assert done.parts() == corpus(path, "--block", 100).parts()
