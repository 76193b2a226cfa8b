"""Count and enumerate all solutions without storing them; CP-SAT itself keeps a clause for each, about 0.6 KB.

CP-SAT calls back once for every assignment of all its variables. These are the distinct grids if every further variable
is a function of the cells and there is one worker; the tests compare the two numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from queue import Empty, Full, Queue
from time import monotonic
from typing import Generic, TypeVar

from ortools.sat.python.cp_model_helper import CpModelProto, CpSolverResponse

from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solvers.cp_sat.search import SLICE, Callback, Search, SearchResult, cancelled, watch
from sudoku_cp.solvers.cp_sat.settings import CpSatSettings

BUFFER = 1000
"""The largest number of solutions that wait for their reader."""

T = TypeVar("T")
Values = tuple[int, ...]
Reader = Callable[[CpSolverResponse], Values]


class _Counter(Callback):
    """Counts solutions up to a limit and keeps the first."""

    def __init__(self, limits: Limits, read: Reader, limit: int | None) -> None:
        super().__init__(limits)
        self._read = read
        self._limit = limit
        self.first: Values | None = None

    def take(self) -> None:
        """Keep the first solution; stop at the limit."""
        if self.first is None:
            self.first = self._read(self.response())
        if self.count == self._limit:
            self.enough = True


class _Stream(Callback, Generic[T]):
    """Passes solutions to the thread that reads them, and None after the last."""

    def __init__(self, limits: Limits, read: Callable[[CpSolverResponse], T]) -> None:
        super().__init__(limits)
        self._read = read
        self._waiting: Queue[T | None] = Queue(BUFFER)

    def take(self) -> None:
        """Pass on the solution."""
        self._hand_over(self._read(self.response()))

    def end(self) -> None:
        """Signal the end of the solutions."""
        self._hand_over(None)

    def _hand_over(self, values: T | None) -> None:
        while not self.stopped:
            try:
                self._waiting.put(values, timeout=SLICE)
            except Full:
                continue
            break

    def receive(self) -> T | None:
        """The next solution, or None after the last; raises `Empty` if neither arrives in time."""
        return self._waiting.get(timeout=SLICE)


def count_solutions(
    proto: CpModelProto, read: Reader, limit: int | None, settings: CpSatSettings, limits: Limits
) -> tuple[SearchResult, Values | None, int]:
    """Count at most ``limit`` solutions; also return the first."""
    start = monotonic()
    counter = _Counter(limits, read, limit)
    search = Search(proto, settings.parameters(limits, enumerate_all=True), counter)
    outcome = watch(search, limits, lambda: Progress(monotonic() - start, counter.nodes, counter.count))
    return outcome, counter.first, counter.count


def stream_solutions(
    proto: CpModelProto,
    read: Callable[[CpSolverResponse], T],
    settings: CpSatSettings,
    limits: Limits,
    *,
    optimize: bool = False,
) -> Generator[T, None, SearchResult]:
    """Yield the solutions while the search runs in its own thread; return its outcome. Closing stops the search.

    Parameters
    ----------
    read
        Converts a solution to the value that is yielded.
    optimize
        Whether to yield improving solutions instead of all.
    """
    start = reported = monotonic()
    stream = _Stream(limits, read)
    search = Search(proto, settings.parameters(limits, optimize=optimize, enumerate_all=not optimize), stream)
    exhausted = False
    try:
        search.start()
        while not exhausted and not cancelled(limits):
            try:
                values = stream.receive()
            except Empty:
                pass
            else:
                if values is None:
                    exhausted = True
                else:
                    yield values
            if limits.on_progress is not None and monotonic() - reported >= SLICE:
                reported = monotonic()
                limits.on_progress(Progress(reported - start, stream.nodes, stream.count))
    finally:
        search.stop()
    outcome = search.outcome()
    return outcome if exhausted else SearchResult(outcome.response, stopped=True)


def list_solutions(
    proto: CpModelProto, read: Reader, number: int, settings: CpSatSettings, limits: Limits
) -> tuple[list[Values], bool]:
    """List solutions up to a number; return also whether the list is full or complete."""
    found: list[Values] = []
    stream = stream_solutions(proto, read, settings, limits)
    while len(found) < number:
        try:
            found.append(next(stream))
        except StopIteration as end:
            return found, end.value.infeasible or end.value.finished
    stream.close()
    return found, True
