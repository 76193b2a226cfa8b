"""Worker processes for cases: a crash costs only the case, and no process outlives the run."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import BaseContext

from sudoku_cp._base.systems import ENDING_SIGNALS, require_posix
from sudoku_cp.parallel.executors import end_with_parent, signals_held, signals_released

MEMORY = 6 << 30
"""The limit on a process's address space in bytes."""


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """Start processes that wait for work; end them with `sudoku_cp.parallel.executors.abandon`.

    Raises
    ------
    InputError
        If this system cannot start copies of a process.
    """
    require_posix("fuzz", "fork")
    return ProcessPoolExecutor(jobs, _forking(), initializer=_prepare)


def _forking() -> BaseContext:
    """A context whose processes begin before a signal comes to them."""
    from multiprocessing.context import ForkContext, ForkProcess  # which Windows has not

    class Forked(ForkProcess):
        def start(self) -> None:
            with signals_held():
                super().start()

    class Forking(ForkContext):
        Process = Forked

    return Forking()


def survives(work: Callable[[], object]) -> bool:
    """Whether a process survives the work; exceptions of the work are ignored."""

    def do() -> None:
        _prepare()
        with suppress(Exception):
            work()

    process = get_context("fork").Process(target=do)
    with signals_held():
        process.start()
    try:
        process.join()
    finally:
        process.kill()
    return process.exitcode == 0


def _prepare() -> None:
    """Leave signals to the parent, end with it, and fail rather than exhaust the memory of the machine."""
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signals_released()
    with suppress(ImportError, OSError, ValueError):  # macOS has no such limit
        _limit_memory()
    end_with_parent()


def _limit_memory() -> None:
    import resource

    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))
