"""The executors that the command line knows by name."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from sudoku_cp.model import InputError
from sudoku_cp.systems import processors

if TYPE_CHECKING:
    from sudoku_cp.corpus.crew import Crew

DASK = "dask:"

CONNECT = 10
"""Seconds to wait for a scheduler."""


@contextmanager
def opened_crew(name: str, workers: int | None) -> Iterator[Crew]:
    """The workers of an executor's name.

    Parameters
    ----------
    name
        ``processes``, ``threads``, or ``dask:ADDRESS``.
    workers
        The number of processes or threads; None for the number of cores.

    Raises
    ------
    InputError
        If Dask is missing, or there is no scheduler at the address.
    """
    from sudoku_cp.corpus import crew

    if name.startswith(DASK):
        if workers is not None:
            raise InputError("--workers is for processes and threads: a Dask scheduler has its own workers")
        with _dask_crew(name.removeprefix(DASK)) as found:
            yield found
        return
    number = workers or processors()
    yield crew.threads(number) if name == "threads" else crew.processes(number)


@contextmanager
def _dask_crew(address: str) -> Iterator[Crew]:
    from sudoku_cp.corpus.crew import Crew

    try:
        from distributed import Client
    except ImportError:
        raise InputError("--executor dask:ADDRESS needs Dask: pip install 'sudoku-cp[cluster]'") from None
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"there is no Dask scheduler: {error or 'no answer'}", address) from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost scheduler is reported here
    with client:
        yield Crew(
            partial(client.get_executor, pure=False),
            at_once=max(2, 2 * sum(client.nthreads().values())),
            stop=lambda: None,
            is_lost=lambda: client.status != "running",
        )
