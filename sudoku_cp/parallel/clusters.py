"""Clusters of Dask: executors of their clients, how many workers there are, and whether the scheduler answers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from importlib import import_module
from typing import Any

from sudoku_cp._base.errors import ModelError

CONNECT = 10
"""Seconds to wait for a scheduler."""

ANSWERING = 2
"""Seconds in which a scheduler says how many workers it has."""


def connector(address: str) -> Callable[[], Executor]:
    """The maker of executors of the cluster at an address; see `executor_named`.

    Raises
    ------
    ModelError
        If this is no address, or Dask is not installed.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ModelError("dask: needs the package distributed: pip install dask distributed") from None
    try:
        if not address.startswith("inproc:"):
            distributed.comm.get_address_host_port(address)  # a client of a bad address could not be closed
    except ValueError as error:
        raise ModelError(f"dask:{address} is no address of a scheduler ({error})") from None

    for name in ("distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost scheduler is reported by the run

    def connect() -> Executor:
        try:
            client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ModelError(f"dask:{address}: no scheduler answers there ({error or 'no answer'})") from None
        executor: Executor = client.get_executor(pure=False)
        return executor

    return connect


def client_of(executor: Executor) -> Any:
    """The client of an executor of Dask; None for others."""
    return getattr(executor, "_client", None)


def is_lost(executor: Executor) -> bool:
    """Whether an executor can be reached no more: then its futures never end.

    Parameters
    ----------
    executor
        The executor.

    Returns
    -------
    bool
        True for that of a client that has lost its scheduler.
    """
    client = client_of(executor)
    return client is not None and client.status != "running"


def threads_of(executor: Executor) -> int | None:
    """The number of tasks that a cluster can work on at a time.

    Parameters
    ----------
    executor
        The executor of a client.

    Returns
    -------
    int or None
        The number of threads of all workers, 0 if there are none; None if the scheduler does not answer.
    """
    with suppress(Exception):  # a client that is being closed raises what it likes
        return int(sum(client_of(executor).nthreads(callback_timeout=ANSWERING).values()))
    return None


def address_of(executor: Executor) -> str | None:
    """The address of the scheduler of a cluster; None if it is not known any more."""
    return getattr(getattr(client_of(executor), "scheduler", None), "address", None)


def is_killed(error: BaseException) -> bool:
    """Whether a cluster says by an error that all workers died which worked on a task."""
    return type(error).__name__ == "KilledWorker"
