"""Failures of workers at cubes: each cube is tried again some times, and divided where it needs too much memory."""

from __future__ import annotations

from collections import Counter

from sudoku_cp._base.errors import WorkerError
from sudoku_cp.cubes.record import Record
from sudoku_cp.cubes.tree import Node
from sudoku_cp.parallel.workers import Workers

MOST_FAILURES = 3
"""The number of failures of a worker at one cube that end the run."""

KILLED = "a worker was killed, or ran out of memory"
"""What is known of a broken executor."""


class Failures:
    """The failures of one run.

    Parameters
    ----------
    record
        What is known, for messages.
    workers
        Are replaced when their executor is broken.
    """

    def __init__(self, record: Record, workers: Workers) -> None:
        self._record = record
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
        return f"{self._record.answered:,} cubes are answered, and a run with a journal goes on from there"
