"""Who answers the blocks: any `concurrent.futures.Executor`, how it is started, and how it is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Thread


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor that can be started again.

    Parameters
    ----------
    start
        Starts an executor.
    at_once
        The number of blocks that are given to it at a time.
    stop
        Ends the work on blocks that have been started; called before the executor is shut down.
    cancel
        An event that ends it as well, if the blocks are answered in this process.
    is_lost
        Whether it can be reached no more: then its futures never end.
    """

    start: Callable[[], Executor]
    at_once: int
    stop: Callable[[], None]
    cancel: Event | None = None
    is_lost: Callable[[], bool] = lambda: False


def threads(workers: int) -> Crew:
    """Threads of this process."""
    cancel = Event()
    return Crew(lambda: ThreadPoolExecutor(workers), workers + 1, cancel.set, cancel)


def processes(workers: int) -> Crew:
    """Processes on this machine."""
    others = {child.pid for child in multiprocessing.active_children()}

    def start() -> Executor:
        context = multiprocessing.get_context("spawn")  # a fork would copy threads and locks of libraries halfway
        return ProcessPoolExecutor(workers, context, _follow_parent)

    def stop() -> None:
        for child in multiprocessing.active_children():
            if child.pid not in others:
                child.kill()

    return Crew(start, workers + 1, stop)


def _follow_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it ends, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
