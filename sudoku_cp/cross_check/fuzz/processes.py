"""Processes that cases are asked in: what one of them breaks costs the case, and none outlives the run."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread

MEMORY = 6 << 30
"""Bytes of address space that a process may take."""

_CONTEXT = get_context("fork")


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that wait for work; to be ended by `abandon`."""
    return ProcessPoolExecutor(jobs, _CONTEXT, initializer=_prepare)


def abandon(pool: ProcessPoolExecutor) -> None:
    """End the processes, whatever they are at."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def survives(work: Callable[[], object]) -> bool:
    """Whether a process that does the work is still there afterwards; what the work raises is of no account."""

    def do() -> None:
        _prepare()
        with suppress(Exception):
            work()

    process = _CONTEXT.Process(target=do)
    process.start()
    try:
        process.join()
    finally:
        process.kill()
    return process.exitcode == 0


def _prepare() -> None:
    """Leave signals to the parent and end with it; let what takes too much memory break down, and not the machine."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the parent, by whatever signal, which closes a pipe that it alone writes to."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGKILL)
