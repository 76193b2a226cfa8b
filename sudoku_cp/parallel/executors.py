"""Executors by name: processes and threads of this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread

from sudoku_cp._base.arguments import checked, integer, refused, text
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.systems import ENDING_SIGNALS, processors
from sudoku_cp.parallel.clusters import client_of, connector, threads_of

MakeExecutor = Callable[[], Executor]

UNKNOWN_SIZE = 10_000
"""The number of tasks at work at a time where the number of workers is not known."""

MOST_WORKERS = 1024
"""The largest number of processes or threads of this machine."""

FORMS = "processes, threads, either with a number as in processes:4, or dask:ADDRESS"
"""The names of executors, in words."""


def _workers(value: object, what: str) -> int:
    number = integer(value, what)
    if not 1 <= number <= MOST_WORKERS:
        raise refused(what, f"1 to {MOST_WORKERS:,}", number)
    return number


@checked(name=text)
def executor_named(name: str) -> MakeExecutor:
    """The maker of executors of a given name.

    Parameters
    ----------
    name
        ``processes`` or ``threads``, as many as there are processors; ``processes:4``, ``threads:4``; or
        ``dask:ADDRESS`` for the workers of a Dask scheduler.

    Returns
    -------
    Callable
        Makes an executor, and another one when that is broken. It raises `ModelError` if no scheduler answers.

    Raises
    ------
    ModelError
        If the name is unknown, or Dask is not installed.

    >>> executor_named("threads:2")().__class__.__name__
    'ThreadPoolExecutor'
    """
    kind, _, rest = name.partition(":")
    if kind == "dask" and rest:
        return connector(rest)
    if kind not in ("processes", "threads") or not re.fullmatch(r"([1-9]\d{0,3})?", rest) or name.endswith(":"):
        raise ModelError(f"{name} is no executor: write {FORMS}")
    number = int(rest) if rest else processors()
    if number > MOST_WORKERS:
        raise ModelError(f"{name}: at most {MOST_WORKERS:,} workers")
    return (lambda: ThreadPoolExecutor(number)) if kind == "threads" else (lambda: processes(number))


@checked(number=_workers)
def processes(number: int) -> ProcessPoolExecutor:
    """Processes that end with this one, and leave Ctrl-C to it.

    Parameters
    ----------
    number
        The number of processes, 1 to `MOST_WORKERS`.

    Returns
    -------
    ProcessPoolExecutor
        The executor.

    Raises
    ------
    ModelError
        If the number is out of range.
    """
    # A fork would copy threads and locks of libraries halfway.
    return ProcessPoolExecutor(number, mp_context=_Spawning(), initializer=_begin)


@contextmanager
def signals_held() -> Iterator[None]:
    """Let signals that end a run wait, also for the processes that are started meanwhile; see `signals_released`.

    A signal would leave a process that is half begun, which ends with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def signals_released() -> None:
    """Let signals come to a process that was started while they were held, and knows now what to do with them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


class _Spawned(SpawnProcess):
    def start(self) -> None:
        with signals_held():
            super().start()


class _Spawning(SpawnContext):
    Process = _Spawned


def size_of(executor: Executor) -> int | None:
    """The number of tasks that an executor can work on at a time.

    Parameters
    ----------
    executor
        The executor.

    Returns
    -------
    int or None
        Its number of workers, or of the threads of a Dask cluster; `UNKNOWN_SIZE` if it does not tell, and None for a
        cluster whose scheduler does not answer.
    """
    if client_of(executor) is not None:
        return threads_of(executor)
    size = getattr(executor, "_max_workers", None)
    return size if isinstance(size, int) else UNKNOWN_SIZE


def end(executor: Executor, *, wait: bool) -> None:
    """Shut an executor down, without what it has not begun.

    Parameters
    ----------
    executor
        The executor.
    wait
        Whether to wait for what it has begun.
    """
    if isinstance(executor, ProcessPoolExecutor | ThreadPoolExecutor):
        executor.shutdown(wait=wait, cancel_futures=True)
        return
    client = client_of(executor)
    if client is None:
        executor.shutdown(wait=wait)
    else:
        client.close()  # which cancels its tasks, too; a cluster may have no workers left that would ever finish


def kill(executor: Executor) -> None:
    """End the processes of an executor, whatever they are doing, and wait for their end; others are left alone.

    Parameters
    ----------
    executor
        The executor.
    """
    if isinstance(executor, ProcessPoolExecutor):
        workers = list((executor._processes or {}).values())
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()


def abandon(executor: Executor) -> None:
    """End the processes of an executor, whatever they are doing, and its thread, whose pipes Python would use at exit.

    Parameters
    ----------
    executor
        The executor.
    """
    kill(executor)
    end(executor, wait=True)


def end_with_parent() -> None:
    """Have this process end when its parent ends, in whatever way: that closes a pipe to which only it writes."""
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signals_released()
    end_with_parent()
