"""What a run makes known of its workers: failures, after which cubes are tried again or divided, and its progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from sudoku_cp._base.errors import NoWorkersError, WorkerError
from sudoku_cp.cubes.tree import Node, RunState
from sudoku_cp.model.limits import Progress
from sudoku_cp.parallel.workers import Workers

MOST_FAILURES = 3
"""The number of failures of a worker at one cube that end the run."""

KILLED = "a worker was killed, or ran out of memory"
"""What is known of a broken executor."""


class Failures:
    """The failures of one run.

    Parameters
    ----------
    state
        What is known, for messages.
    workers
        Are replaced when their executor is broken.
    """

    def __init__(self, state: RunState, workers: Workers) -> None:
        self._state = state
        self._workers = workers
        self._numbers: Counter[int] = Counter()
        """The failures at each cube, by the identity of its node of the tree."""
        self._too_large: set[int] = set()

    def note(self, node: Node, what: str, *, is_too_large: bool = False) -> None:
        """Note a failure at a cube, which is tried again.

        Parameters
        ----------
        node
            The cube.
        what
            What has happened.
        is_too_large
            Whether the cube is only to be divided the next time.

        Raises
        ------
        WorkerError
            If there were too many.
        """
        self._numbers[id(node)] += 1
        if self._numbers[id(node)] > MOST_FAILURES:
            raise WorkerError(f"no worker can answer the cube {node.cube}: {what}; {self.kept()}")
        if is_too_large:
            self._too_large.add(id(node))

    def note_death(self, node: Node) -> None:
        """Note that a worker died while it had this cube alone; after the second one the cube is divided.

        Raises
        ------
        WorkerError
            If there were too many.
        """
        what = "its process was killed, or ran out of memory"
        self.note(node, what, is_too_large=self._numbers[id(node)] > 0)

    def is_too_large(self, node: Node) -> bool:
        """Whether a cube is only to be divided."""
        return id(node) in self._too_large

    def allow(self, node: Node) -> None:
        """Let a cube be asked again that cannot be divided."""
        self._too_large.discard(id(node))

    def replace_workers(self, reason: str = KILLED) -> None:
        """Make another executor in place of a broken one.

        Raises
        ------
        WorkerError
            If it is not ours to make.
        """
        self._workers.replace(f"{reason}; {self.kept()}")

    def reconnect_workers(self) -> None:
        """Try to reach workers whose scheduler has gone.

        Raises
        ------
        WorkerError
            If their executor is not ours to make.
        """
        self._workers.reconnect(self.kept())

    def kept(self) -> str:
        """What is not lost, for messages."""
        return f"{self._state.answered:,} cubes are answered, and a run with a journal goes on from there"


REPORTING = 0.25
"""The number of seconds between two reports."""


class Reporter:
    """Reports now and then.

    Parameters
    ----------
    state
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
        state: RunState,
        workers: Workers,
        failures: Failures,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._state = state
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
        seconds, aggregate = now - self._start, self._state.aggregate
        left = sum(node.cube.estimate for node in nodes) * seconds / self._done if self._done else None
        searched = self._state.nodes
        self._on_progress(
            Progress(seconds, searched, aggregate.count, aggregate.score, bound(), left, waits_for=waits_for)
        )
