"""Answers as plain data: results, candidates and rankings with their status; and the limits of a search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING, Any, TypedDict

from sudoku_cp._base.arguments import integer, real, refused
from sudoku_cp._base.errors import ModelError, nearest
from sudoku_cp._base.text import counted
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model.display import renderer
from sudoku_cp.model.numbers import LARGEST
from sudoku_cp.model.solution import Solution, named

if TYPE_CHECKING:
    from threading import Event

    from sudoku_cp.model.model import Model


class Status(Enum):
    """The status of an answer; the first four mean that it is final."""

    COMPLETE = "complete"
    """All solutions were found; there is at least one."""
    INFEASIBLE = "infeasible"
    """Proved: there is no solution."""
    OPTIMAL = "optimal"
    """The best solution, proved."""
    SOLVED = "solved"
    """One solution was requested and found; there may be more."""
    LIMIT = "limit"
    """A limit, a cancellation or an interrupt ended the search; the answer has the results so far."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a running search."""

    seconds: float
    nodes: int
    count: int
    best: int | None = None
    bound: int | None = None
    left: float | None = None
    """An estimate of the seconds that are left, if there is one."""
    waits_for: str | None = field(default=None, kw_only=True)
    """What is missing, such as the workers of a cluster, and for how long; None if nothing is."""
    attempts: int | None = field(default=None, kw_only=True)
    """The attempts at new puzzles that are finished; None in a search, which has nodes."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop early.

    Parameters
    ----------
    seconds
        Wall-clock time in seconds.
    nodes
        The number of search nodes; the meaning of a node depends on the backend.
    cancel
        Set by another thread to stop the search within 0.1 s.
    on_progress
        Called at most twenty times a second, from the thread that solves.

    Raises
    ------
    ModelError
        If a limit is not what it must be.
    """

    seconds: float | None = None
    nodes: int | None = None
    cancel: Event | None = None
    on_progress: Callable[[Progress], None] | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", real(self.seconds, "a time limit", "a number of seconds"))
        if self.nodes is not None:
            object.__setattr__(self, "nodes", max(0, min(LARGEST, integer(self.nodes, "a limit of nodes"))))
        if self.cancel is not None and not callable(getattr(self.cancel, "is_set", None)):
            raise refused("cancel", "an Event of threading", self.cancel)
        if self.on_progress is not None and not callable(self.on_progress):
            raise refused("on_progress", "a function", self.on_progress)

    def after(self, start: float) -> Limits:
        """The limits that are left of these since a start time.

        Parameters
        ----------
        start
            A time of `time.monotonic`, in seconds.

        Returns
        -------
        Limits
            The same limits with fewer seconds; the other limits are unchanged.
        """
        return self if self.seconds is None else replace(self, seconds=max(0.0, start + self.seconds - monotonic()))


NO_LIMITS = Limits()
"""The search goes on to its end."""


class LimitOptions(TypedDict, total=False):
    """The fields of `Limits` as keywords."""

    seconds: float | None
    nodes: int | None
    cancel: Event | None
    on_progress: Callable[[Progress], None] | None


class AnyLimits(LimitOptions, total=False):
    """Limits in either way: together, or as keywords."""

    limits: Limits | None


_LIMITS = ("seconds", "nodes", "cancel", "on_progress")


def limits_of(
    question: str, limits: Limits | None, options: Mapping[str, Any], others: Collection[str] = ()
) -> tuple[Limits, dict[str, Any]]:
    """The limits of a question, given as ``limits=`` or as keywords, and its other keywords.

    Parameters
    ----------
    question
        The name of the question.
    limits
        Its limits; None for none.
    options
        All other keywords of the call.
    others
        The names of those that the question knows beside limits.

    Returns
    -------
    tuple
        The limits, and the options that are none.

    Raises
    ------
    ModelError
        If a keyword is unknown, the limits are none, or they are given in both ways.
    """
    rest = dict(options)
    if limits is None:
        limits = rest.pop("limits", None)
    if limits is None:
        limits = NO_LIMITS
    elif not isinstance(limits, Limits):
        raise refused(f"{question}: limits", "Limits(seconds=…, nodes=…) or None", limits)
    if not rest:
        return limits, {}
    own = {name: rest.pop(name) for name in _LIMITS if name in rest}
    for name in rest:
        if name not in others:
            known = ("limits", *_LIMITS, *others)
            hint = nearest(name, known) or f"; it has {', '.join(known)}"
            raise ModelError(f"{question} has no option {name}{hint}")
    if own and limits is not NO_LIMITS:
        raise ModelError(f"{question}: give {', '.join(own)} either in limits or as keywords, not both")
    return Limits(**own) if own else limits, rest


@dataclass(frozen=True, slots=True)
class Statistics:
    """The cost of a search.

    Nodes are branchings (decisions); propagations are the backend's own unit of inference; seconds are wall-clock.
    """

    nodes: int = 0
    """The number of decisions."""
    propagations: int = 0
    """The number of inferences, in the unit of the backend."""
    seconds: float = 0.0
    """The time in seconds."""

    def __str__(self) -> str:
        return f"{counted(self.nodes, 'node')}, {duration(self.seconds)}"


def duration(seconds: float) -> str:
    """Format a duration for people.

    >>> duration(0.00042), duration(12.3456)
    ('0.4 ms', '12.35 s')
    """
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


class Answer:
    """An answer that prints as a grid with a line about it, and is a picture in a notebook."""

    __slots__ = ()

    backend: str
    status: Status
    statistics: Statistics

    def _findings(self) -> list[str]:
        """The results in a few words each."""
        raise NotImplementedError

    @property
    def caption(self) -> str:
        """The answer on one line: ``optimal: 1 solution, score 2856 (exact-cover, 26 nodes, 1.6 ms)``."""
        found = ", ".join(self._findings())
        return f"{self.status.value}{f': {found}' if found else ''} ({self.backend}, {self.statistics})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.caption}>"

    def _repr_html_(self) -> str:
        return renderer().answer(self)


@dataclass(frozen=True, slots=True, repr=False)
class Result(Answer):
    """The answer to one question."""

    backend: str
    """The name of the backend, with its settings."""
    status: Status
    """How the search ended."""
    solution: Solution | None = None
    """A solution (the best one, with an objective); None if none is known."""
    count: int = 0
    """The number of distinct solutions found."""
    objective: int | None = None
    """The value of ``solution``, if there is an objective."""
    bound: int | None = None
    """A value that no solution beats; equal to ``objective`` once that is proved to be the best."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    @property
    def exact(self) -> bool:
        """Return whether the search finished, so that the answer is final."""
        return self.status not in (Status.LIMIT, Status.SOLVED)

    def _findings(self) -> list[str]:
        found = [f"{self.count:,} solution{'' if self.count == 1 else 's'}"] if self.count else []
        found += [] if self.objective is None else [f"score {self.objective}"]
        return found if self.bound is None else [*found, f"bound {self.bound}"]

    def __str__(self) -> str:
        return self.caption if self.solution is None else f"{self.solution}\n{self.caption}"


@dataclass(frozen=True, slots=True, repr=False)
class Candidates(Answer):
    """The values of each cell that occur in some solution."""

    backend: str
    """The name of the backend, with its settings."""
    status: Status
    """COMPLETE or INFEASIBLE; with LIMIT, the values are those found so far."""
    values: Mapping[Cell, tuple[int, ...]]
    """The values of each cell, ascending."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""
    model: Model | None = field(default=None, compare=False)
    """The model for displaying it."""

    def __getitem__(self, cell: Cell | str) -> tuple[int, ...]:
        """The values of a cell, or of the cell with a name, ascending.

        Raises
        ------
        KeyError
            If there is no such cell.
        """
        return self.values[cell if isinstance(cell, Cell) else named(cell, self.values)]

    def _findings(self) -> list[str]:
        return [f"{sum(map(len, self.values.values())):,} candidates in {len(self.values):,} cells"]

    def __str__(self) -> str:
        if self.model is None:
            return self.caption
        return f"{renderer().candidates(self.model, self.values)}\n{self.caption}"


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Answer):
    """The best solutions."""

    backend: str
    """The name of the backend, with its settings."""
    status: Status
    """OPTIMAL: these are the best; COMPLETE: these are all, fewer than requested; INFEASIBLE: there is none."""
    solutions: tuple[Solution, ...]
    """The solutions, the best first; solutions with equal scores are in any order."""
    objectives: tuple[int, ...]
    """The score of each solution."""
    bound: int | None = None
    """A score that no other solution beats; None if there is no other, or nothing is known."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    def _findings(self) -> list[str]:
        return [f"scores {', '.join(map(str, self.objectives))}"] if self.objectives else []

    def __str__(self) -> str:
        grids = [
            f"{rank}. score {score}\n{solution}"
            for rank, (score, solution) in enumerate(zip(self.objectives, self.solutions, strict=True), 1)
        ]
        return "\n".join([*grids, self.caption])
