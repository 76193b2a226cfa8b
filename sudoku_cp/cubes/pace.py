"""The pace of a run: how long a cube may take, counted in search nodes once it is known how many there are in a second.

A time limit alone would divide a cube that has to wait for a busy processor, and keep another one that has not. Nodes
make cubes alike however busy a machine is just now.
"""

from __future__ import annotations

from math import ceil

from sudoku_cp.cubes.questions import Answer

PACED = 0.25
"""The share of its time that a cube must take for its nodes a second to be those of others."""

LATEST = 3.0
"""How many times its time a cube may take if it has not the nodes that are usual for that time by then."""

TRUSTED = 4.0
"""How many times its time a cube may be expected to take before it is divided without being asked."""


class Pace:
    """What is known of the speed of the workers.

    Parameters
    ----------
    seconds
        The time for a cube; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._nodes = self._time = 0.0
        """The cost of all answers."""
        self._usual_nodes, self._usual_time = 0, 0.0
        """The cost of cubes that were searched for long enough to show how many nodes there are in a second."""

    def begin(self, whole: Answer) -> None:
        """Note the answer to the whole question, which was asked for a moment, and not by a worker."""
        self._nodes, self._time = whole.nodes, whole.seconds

    def note(self, answer: Answer) -> None:
        """Note the answer to a cube."""
        self._nodes += answer.nodes
        self._time += answer.seconds
        if self._seconds is not None and answer.seconds >= PACED * self._seconds:
            self._usual_nodes += answer.nodes
            self._usual_time += answer.seconds

    def limits(self, nodes: int | None) -> tuple[float | None, int | None]:
        """What a cube may take.

        Parameters
        ----------
        nodes
            The search nodes that it may take at most; None for no limit.

        Returns
        -------
        tuple
            The time in seconds and the number of search nodes; None for no limit.
        """
        if self._seconds is None or not self._usual_nodes:
            return self._seconds, nodes
        usual = ceil(self._seconds * self._usual_nodes / self._usual_time)
        return LATEST * self._seconds, usual if nodes is None else min(nodes, usual)

    def is_hopeless(self, estimate: float) -> bool:
        """Whether a cube would take far longer than it may, by the estimate of its nodes."""
        if self._seconds is None or not self._nodes:
            return False
        return estimate * self._time / self._nodes > TRUSTED * self._seconds
