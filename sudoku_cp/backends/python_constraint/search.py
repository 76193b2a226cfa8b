"""Run python-constraint so that it can be stopped."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from time import monotonic
from typing import Any

from constraint import BacktrackingSolver, Constraint, Problem

from sudoku_cp.backends.contract import Limits, Progress, Statistics
from sudoku_cp.backends.python_constraint.lowering import Posting

REPORT_INTERVAL = 0.05


class _LimitReached(Exception):  # noqa: N818 (a signal, not an error)
    pass


class Watch(Constraint):  # type: ignore[misc]
    """A constraint on all cells that always holds: it sees every value tried, counts it, and stops at a limit."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._start = self._reported = monotonic()
        self.nodes = 0
        self.count = 0
        self.best: int | None = None
        self.stopped = False

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        """Leave the domains alone."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
        self.nodes += 1
        limits = self._limits
        now = monotonic()
        if (
            (limits.nodes is not None and self.nodes > limits.nodes)
            or (limits.seconds is not None and now - self._start >= limits.seconds)
            or (limits.cancel is not None and limits.cancel.is_set())
        ):
            self.stopped = True
            raise _LimitReached
        if limits.on_progress is not None and now - self._reported >= REPORT_INTERVAL:
            self._reported = now
            limits.on_progress(Progress(now - self._start, self.nodes, self.count, self.best))
        return True

    def statistics(self) -> Statistics:
        """What the search has cost so far; a node is a value tried."""
        return Statistics(self.nodes, 0, monotonic() - self._start)


def search(
    postings: Sequence[Posting], candidates: Sequence[Sequence[int]], watch: Watch
) -> Generator[tuple[int, ...], None, None]:
    """Yield every solution as values in cell order; `Watch.stopped` tells whether a limit came first."""
    if not all(candidates):
        return
    if not candidates:
        watch.count += 1
        yield ()
        return
    problem = Problem(BacktrackingSolver())
    for index, values in enumerate(candidates):
        problem.addVariable(index, list(values))
    problem.addConstraint(watch, list(range(len(candidates))))
    for posting in postings:
        problem.addConstraint(posting.make(), [cell.index for cell in posting.cells])
    try:
        for assignment in problem.getSolutionIter():
            watch.count += 1
            yield tuple(assignment[index] for index in range(len(candidates)))
    except _LimitReached:
        return
