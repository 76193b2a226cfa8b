"""Count and enumerate all solutions without storing them; CP-SAT itself keeps a clause for each, about 0.6 KB.

CP-SAT calls back once for every assignment of all its variables. These are the distinct grids if every further variable
is a function of the cells and there is one worker; the tests compare the two numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from queue import Empty, Full, Queue
from time import monotonic
from types import MappingProxyType
from typing import Generic, TypeVar

from ortools.sat.python.cp_model_helper import ConstraintProto, CpModelProto, CpSolverResponse

from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solvers.cp_sat.literals import intervals
from sudoku_cp.solvers.cp_sat.search import (
    SLICE,
    Callback,
    CpSatSettings,
    Search,
    SearchResult,
    cancelled,
    find_one,
    watch,
)

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


def find_candidates(
    proto: CpModelProto,
    unseen: set[int],
    take: Callable[[CpSolverResponse], Iterable[int]],
    settings: CpSatSettings,
    limits: Limits,
    wide: Mapping[int, set[int]] = MappingProxyType({}),
) -> tuple[Status, Statistics]:
    """Search repeatedly for a solution with at least one unseen literal, or value of a wide cell, until there is none.

    A hint to make all of them true reduces the number of solutions for an empty grid by a factor of thirty.

    Parameters
    ----------
    proto
        The model, to which a clause is added.
    unseen
        The literals in question; those that are true in some solution are removed.
    take
        Called with each solution; returns its true literals, and removes its values from the unseen ones of wide cells.
    wide
        The values in question of integer variables.
    """
    start = monotonic()
    nodes = propagations = conflicts = 0
    status = Status.INFEASIBLE
    while True:
        outcome = find_one(proto, settings, _left(limits, start, conflicts))
        conflicts += outcome.response.num_conflicts
        cost = outcome.statistics(start)
        nodes, propagations = nodes + cost.nodes, propagations + cost.propagations
        if outcome.solved:
            unseen.difference_update(take(outcome.response))
        if outcome.infeasible:
            break
        if outcome.stopped or not outcome.solved:
            status = Status.LIMIT
            break
        if not unseen and not any(wide.values()):
            status = Status.COMPLETE
            break
        if status is Status.INFEASIBLE:
            status = Status.COMPLETE
            wanted = proto.constraints.add().bool_or.literals
            chosen = {variable: _among_some(proto, variable) for variable in wide}
        wanted.clear()
        wanted.extend(sorted(unseen))
        for variable, values in wide.items():
            domain = chosen[variable].linear.domain
            domain.clear()
            if values:
                domain.extend(intervals(sorted(values)))
                wanted.append(chosen[variable].enforcement_literal[0])
        proto.solution_hint.vars.clear()
        proto.solution_hint.vars.extend(sorted(unseen))
        proto.solution_hint.values.clear()
        proto.solution_hint.values.extend([1] * len(unseen))
    return status, Statistics(nodes, propagations, monotonic() - start)


def _among_some(proto: CpModelProto, variable: int) -> ConstraintProto:
    """A constraint, with a literal of its own, that the variable has some values."""
    proto.variables.add().domain.extend((0, 1))
    constraint: ConstraintProto = proto.constraints.add()
    constraint.enforcement_literal.append(len(proto.variables) - 1)
    constraint.linear.vars.append(variable)
    constraint.linear.coeffs.append(1)
    return constraint


def _left(limits: Limits, start: float, conflicts: int) -> Limits:
    """The limits that earlier searches have left."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds - (monotonic() - start),
        nodes=None if limits.nodes is None else max(limits.nodes - conflicts, 0),
    )
