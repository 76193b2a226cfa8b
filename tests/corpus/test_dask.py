"""The same jobs on a Dask cluster whose workers are killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.corpus.conftest import Corpus, copies
from tests.corpus.test_corpus import write

distributed = pytest.importorskip("distributed", reason="clusters need Dask, the extra [cluster]")


@pytest.mark.slow
def test_workers_of_a_cluster_are_killed(corpus: Callable[..., Corpus], tmp_path: Path) -> None:
    path = write(tmp_path / "many.txt", copies(300) * 20)
    killed: list[int] = []

    def kill_some(cluster: Any) -> None:
        for number in (2, 8):
            end = time.monotonic() + 120
            while len(list((tmp_path / "dask").glob("part-*"))) < number and time.monotonic() < end:
                time.sleep(0.01)
            process = next(iter(cluster.workers.values())).process
            killed.append(process.process.pid)
            os.kill(killed[-1], signal.SIGKILL)

    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**settings) as cluster:
        killer = Thread(target=kill_some, args=[cluster])
        killer.start()
        on_dask = corpus(path, "--block", 100, executor=f"dask:{cluster.scheduler_address}", out="dask")
        killer.join()
    assert (on_dask.code, on_dask.summary["complete"], len(killed)) == (1, True, 2)
    assert on_dask.parts() == corpus(path, "--block", 100).parts()


def test_a_scheduler_that_is_not_there(
    corpus: Callable[..., Corpus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku_cp.executors.CONNECT", 1)
    path = write(tmp_path / "many.txt", copies(3))
    done = corpus(path, executor="dask:tcp://127.0.0.1:9")
    assert done.code == 2
    assert "dask:tcp://127.0.0.1:9: no scheduler answers there" in done.err
