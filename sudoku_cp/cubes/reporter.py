"""Reports of a run's progress, with the time that is left by the estimates of the open cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic

from sudoku_cp._base.errors import NoWorkersError
from sudoku_cp.cubes.failures import Failures
from sudoku_cp.cubes.record import Record
from sudoku_cp.cubes.tree import Node
from sudoku_cp.model.limits import Progress
from sudoku_cp.parallel.workers import Workers

REPORTING = 0.25
"""The number of seconds between two reports."""


class Reporter:
    """Reports now and then.

    Parameters
    ----------
    record
        What is known.
    workers
        May be missing, which is reported as well.
    failures
        Says what is kept, for messages.
    on_progress
        Takes the reports; None for none.
    """

    def __init__(
        self,
        record: Record,
        workers: Workers,
        failures: Failures,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._record = record
        self._workers = workers
        self._failures = failures
        self._on_progress = on_progress
        self._start = monotonic()
        self._reported = -REPORTING
        self._done = 0.0

    def note(self, node: Node) -> None:
        """Note that a cube is answered."""
        self._done += node.cube.estimate

    def report(self, nodes: Iterable[Node], bound: Callable[[], int | None]) -> None:
        """Report the progress, unless that was done a moment ago.

        Parameters
        ----------
        nodes
            The open cubes.
        bound
            Finds a score that no unknown solution beats, if one is known.

        Raises
        ------
        NoWorkersError
            If there have been no workers for longer than the patience.
        """
        try:
            waits_for = self._workers.waits_for()
        except NoWorkersError as error:
            raise NoWorkersError(f"{error}; {self._failures.kept()}") from None
        now = monotonic()
        if self._on_progress is None or now - self._reported < REPORTING:
            return
        self._reported = now
        seconds, tally = now - self._start, self._record.tally
        left = sum(node.cube.estimate for node in nodes) * seconds / self._done if self._done else None
        searched = self._record.nodes
        self._on_progress(Progress(seconds, searched, tally.count, tally.score, bound(), left, waits_for=waits_for))
