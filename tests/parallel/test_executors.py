"""Processes of executors and the signals that end a run."""

from __future__ import annotations

import signal
from multiprocessing import popen_spawn_posix
from typing import Any

import pytest

from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp.cross_check.fuzz.processes import process_pool, survives
from sudoku_cp.parallel.executors import abandon, end, processes
from sudoku_cp.parallel.workers import Workers


def signals_here() -> tuple[set[int], set[int]]:
    """The signals that end a run and are held here, and those that are ignored."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    ignored = {number for number in ENDING_SIGNALS if signal.getsignal(number) is signal.SIG_IGN}
    return held & set(ENDING_SIGNALS), ignored


def test_no_signal_comes_while_a_process_is_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process has the mask of the one that starts it, so that Ctrl-C waits until it knows what to do."""
    launch, seen = popen_spawn_posix.Popen._launch, []  # type: ignore[attr-defined]

    def watched(self: Any, process: Any) -> None:
        seen.append(signals_here()[0])
        launch(self, process)

    monkeypatch.setattr(popen_spawn_posix.Popen, "_launch", watched)
    executor = processes(1)
    try:
        held, ignored = executor.submit(signals_here).result()
    finally:
        end(executor, wait=True)
    assert seen == [set(ENDING_SIGNALS)]
    assert (held, ignored) == (set(), {signal.SIGINT})
    assert signals_here()[0] == set()


def test_no_signal_comes_while_a_process_is_forked() -> None:
    pool = process_pool(1)
    try:
        assert pool.submit(signals_here).result() == (set(), set(ENDING_SIGNALS))
    finally:
        abandon(pool)
    assert survives(lambda: None)
    assert signals_here()[0] == set()


def test_a_further_signal_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = processes(1)
    assert executor.submit(signals_here).result()
    [worker] = executor._processes.values()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sudoku_cp.parallel.workers.end", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Workers(executor, lambda: executor).end()
    assert not worker.is_alive()
    executor.shutdown()
