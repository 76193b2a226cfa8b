"""Executors by name: processes and threads of this machine, or a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from threading import Thread

from sudoku_cp.backends.numbers import MOST_THREADS
from sudoku_cp.errors import ModelError

MakeExecutor = Callable[[], Executor]

UNKNOWN_SIZE = 10_000
"""The number of cubes at work at a time where the number of workers is not known."""


def executor_named(name: str) -> MakeExecutor:
    """The maker of executors of a given name.

    Parameters
    ----------
    name
        ``processes``, ``threads``, either with a number as in ``processes:4``, or ``dask:ADDRESS``.

    Returns
    -------
    Callable
        Makes an executor, and another one when that is broken.

    Raises
    ------
    ModelError
        If the name is unknown, or Dask is not installed.

    >>> executor_named("threads:2")().__class__.__name__
    'ThreadPoolExecutor'
    """
    kind, _, rest = name.partition(":")
    if kind == "dask" and rest:
        return _dask(rest)
    if kind not in ("processes", "threads") or not re.fullmatch(r"([1-9]\d{0,3})?", rest):
        raise ModelError(f"{name} is no executor: write processes, threads, processes:4, threads:4 or dask:ADDRESS")
    number = min(MOST_THREADS, int(rest) if rest else os.cpu_count() or 1)
    return (lambda: ThreadPoolExecutor(number)) if kind == "threads" else (lambda: processes(number))


def processes(number: int) -> ProcessPoolExecutor:
    """Processes that end with this one, and leave Ctrl-C to it.

    Parameters
    ----------
    number
        The number of processes.

    Returns
    -------
    ProcessPoolExecutor
        The executor.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(number, mp_context=context, initializer=_begin)


def size_of(executor: Executor) -> int:
    """The number of cubes that an executor can work on at a time.

    Parameters
    ----------
    executor
        The executor.

    Returns
    -------
    int
        Its number of workers, or of the threads of a Dask cluster; `UNKNOWN_SIZE` if it does not tell.
    """
    size = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)  # of Dask, which also says when it is closed, at the next cube
    if client is not None:
        with suppress(Exception):
            return max(1, int(sum(client.nthreads().values())))
        return 1
    return size if isinstance(size, int) else UNKNOWN_SIZE


def is_lost(executor: Executor) -> bool:
    """Whether an executor can be reached no more: then its futures never end.

    Parameters
    ----------
    executor
        The executor.

    Returns
    -------
    bool
        True for that of a Dask client that has lost its scheduler.
    """
    client = getattr(executor, "_client", None)
    return client is not None and client.status != "running"


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
    if not is_lost(executor):
        executor.shutdown(wait=wait)
    client = getattr(executor, "_client", None)  # of Dask, which an executor leaves open
    if client is not None:
        client.close()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _dask(address: str) -> MakeExecutor:
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ModelError("dask: needs the package distributed: pip install 'sudoku-cp[cluster]'") from None

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost scheduler is reported here

    def connect() -> Executor:
        try:
            client = distributed.Client(address, timeout=20, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ModelError(f"dask:{address}: no scheduler answers there ({error})") from None
        executor: Executor = client.get_executor(pure=False)
        return executor

    return connect
