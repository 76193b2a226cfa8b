"""A search that counts its nodes, reports its progress, and stops at its limits."""

from __future__ import annotations

from time import monotonic

from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import Limits, Progress

REPORT_INTERVAL = 0.05
"""The number of seconds between two reports."""


class Watch:
    """The limits and the cost of one search, for solvers whose search is written in Python.

    The search updates ``count``, the number of solutions so far, and ``best``, the best score. ``stopped`` is true once
    a limit is reached.

    Parameters
    ----------
    limits
        When to stop.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._start = self._reported = monotonic()
        self.nodes = 0
        self.count = 0
        self.best: int | None = None
        self.stopped = False

    def node(self) -> bool:
        """Count a node, report progress, and check the limits.

        Returns
        -------
        bool
            Whether the search may continue.
        """
        self.nodes += 1
        limits, now = self._limits, monotonic()
        if (
            (limits.nodes is not None and self.nodes > limits.nodes)
            or (limits.seconds is not None and now - self._start >= limits.seconds)
            or (limits.cancel is not None and limits.cancel.is_set())
        ):
            self.stopped = True
        elif limits.on_progress is not None and now - self._reported >= REPORT_INTERVAL:
            self._reported = now
            limits.on_progress(Progress(now - self._start, self.nodes, self.count, self.best))
        return not self.stopped

    def statistics(self) -> Statistics:
        """The cost of the search so far.

        Returns
        -------
        Statistics
            Nodes and seconds.
        """
        return Statistics(self.nodes, 0, monotonic() - self._start)

    def ending(self) -> Status:
        """The status of a search for all solutions, or of one that found none.

        Returns
        -------
        Status
            COMPLETE or INFEASIBLE for a finished search, otherwise LIMIT.
        """
        if self.stopped:
            return Status.LIMIT
        return Status.COMPLETE if self.count else Status.INFEASIBLE
