"""What backends answer: results with their status, and the limits of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import isnan
from operator import index
from threading import Event
from time import monotonic

from sudoku_cp.backends.numbers import LARGEST
from sudoku_cp.model import Cell, ModelError, Solution


class Status(Enum):
    """How an answer ended; the first four say that it is final."""

    COMPLETE = "complete"
    """All solutions were found; there is at least one."""
    INFEASIBLE = "infeasible"
    """Proved: there is no solution."""
    OPTIMAL = "optimal"
    """The best solution, proved."""
    SOLVED = "solved"
    """One solution was asked for and found; there may be more."""
    LIMIT = "limit"
    """A limit, a cancellation or an interrupt came first; what is known so far is given."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running search knows."""

    seconds: float
    nodes: int
    count: int
    best: int | None = None
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop early.

    Parameters
    ----------
    seconds
        Wall-clock time.
    nodes
        Search nodes; what a node is depends on the backend.
    cancel
        Set by another thread to stop the search within 0.1 s.
    on_progress
        Called now and then, at most twenty times a second, from the thread that solves.

    Raises
    ------
    ModelError
        If the seconds are not a number.
    """

    seconds: float | None = None
    nodes: int | None = None
    cancel: Event | None = None
    on_progress: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and isnan(self.seconds):
            raise ModelError("a time limit must be a number of seconds, not nan")
        if self.nodes is not None:
            object.__setattr__(self, "nodes", max(0, min(LARGEST, index(self.nodes))))

    def after(self, start: float) -> Limits:
        """What is left of them since ``start``, a time of `time.monotonic`."""
        return self if self.seconds is None else replace(self, seconds=max(0.0, start + self.seconds - monotonic()))


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search cost.

    Nodes are branchings (decisions); propagations are the backend's own unit of inference; seconds are wall-clock.
    """

    nodes: int = 0
    propagations: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one question."""

    backend: str
    status: Status
    solution: Solution | None = None
    """A solution (the best one where there is an objective); None if none is known."""
    count: int = 0
    """Distinct solutions found."""
    objective: int | None = None
    """The value of ``solution``, where there is an objective."""
    bound: int | None = None
    """No solution has a better value than this; equal to ``objective`` once that is proved the best."""
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def exact(self) -> bool:
        """Say whether the search finished, so that the answer is final."""
        return self.status not in (Status.LIMIT, Status.SOLVED)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best solutions."""

    backend: str
    status: Status
    """OPTIMAL: these are the best; COMPLETE: there are fewer than asked for, and these are all; INFEASIBLE: none."""
    solutions: tuple[Solution, ...]
    """The best first; of those with equal scores any."""
    objectives: tuple[int, ...]
    """The score of each."""
    bound: int | None = None
    """No other solution has a better score; None where there is no other, or nothing is known."""
    statistics: Statistics = field(default_factory=Statistics)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Per cell the values that occur in some solution."""

    backend: str
    status: Status
    """COMPLETE or INFEASIBLE; with LIMIT the values are those seen so far."""
    values: Mapping[Cell, tuple[int, ...]]
    statistics: Statistics = field(default_factory=Statistics)
