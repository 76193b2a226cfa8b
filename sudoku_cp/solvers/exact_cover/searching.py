"""Searches of the engine under limits, and their status."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp.model import ModelError
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import Limits, Progress

if TYPE_CHECKING:
    from sudoku_cp import _native

LARGEST_TAKE = 256
"""The number of solutions fetched from the engine at a time during enumeration."""

_ONE_THREAD = nullcontext()

Poll = Callable[[int, int, int | None, int | None], bool]


def on_threads(threads: int) -> AbstractContextManager[None]:
    """Turn the failure to start threads into a `ModelError`; a single one is not started."""
    return _ONE_THREAD if threads == 1 else _starting(threads)


@contextmanager
def _starting(threads: int) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        raise ModelError(f"{threads} threads cannot be started: {error}") from None


def poll_of(limits: Limits, start: float, score: Callable[[int], int] = lambda cost: cost) -> Poll | None:
    """Combine the cancel flag and the progress callback; the engine calls the result about every 50 ms."""
    cancel, on_progress = limits.cancel, limits.on_progress
    if cancel is None and on_progress is None:
        return None

    def poll(nodes: int, count: int, best: int | None, bound: int | None) -> bool:
        if on_progress is not None:
            known = (None if cost is None else score(cost) for cost in (best, bound))
            on_progress(Progress(monotonic() - start, nodes, count, *known))
        return cancel is not None and cancel.is_set()

    return poll


def take_all(
    solver: _native.Solver, limits: Limits, threads: int = 1
) -> Generator[tuple[int, ...], None, tuple[Status, Statistics]]:
    """Yield the remaining solutions, fetched in growing portions, and return the status."""
    start = monotonic()
    poll = poll_of(limits, start)
    count, take = 0, 1
    while True:
        seconds = None if limits.seconds is None else max(0.0, start + limits.seconds - monotonic())
        with on_threads(threads):
            solutions, ending = solver.take(take, seconds=seconds, nodes=limits.nodes, poll=poll)
        count += len(solutions)
        for solution in solutions:
            if limits.cancel is not None and limits.cancel.is_set():
                return Status.LIMIT, statistics_of(solver, start)
            yield solution
        if ending != "solution":
            return status_of(ending == "exhausted", count > 0), statistics_of(solver, start)
        take = min(2 * take, LARGEST_TAKE)


def status_of(finished: bool, found: bool, final: Status = Status.COMPLETE) -> Status:
    """The status of a search: ``final`` if it is complete and found a solution."""
    if not finished:
        return Status.LIMIT
    return final if found else Status.INFEASIBLE


def statistics_of(solver: _native.Solver, start: float) -> Statistics:
    """The cost of the search since ``start``."""
    return Statistics(solver.nodes, solver.propagations, monotonic() - start)
