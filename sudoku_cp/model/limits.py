"""The limits of a search, how a question is divided, and the numbers in questions; all checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, TypedDict, cast

from sudoku_cp._base.arguments import integer, real, refused
from sudoku_cp._base.errors import ModelError, nearest

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from threading import Event

    from sudoku_cp.model.objective import Objective

LARGEST = 1 << 60
"""More solutions or nodes than any search can reach; larger numbers mean the same."""

MOST_THREADS = 1024
"""The limit on threads: more do not help, and a hundred thousand exhaust the memory."""


def at_least_one(number: int, what: str) -> int:
    """Check a number of solutions.

    Raises
    ------
    ModelError
        If it is less than 1.
    """
    checked = integer(number, what)
    if checked < 1:
        raise ModelError(f"{what} must be at least 1, not {checked}")
    return min(checked, LARGEST)


def threads_of(number: int) -> int:
    """Check a number of threads.

    Raises
    ------
    ModelError
        If it is not in the range from 1 to `MOST_THREADS`.
    """
    checked = integer(number, "threads")
    if not 1 <= checked <= MOST_THREADS:
        raise ModelError(f"threads must be 1 to {MOST_THREADS:,}, not {checked}")
    return checked


def target_of(number: int, objective: Objective) -> int:
    """The target, limited to 1 beyond the score of any assignment, where its meaning is the same."""
    lowest, highest = objective.bounds()
    return max(lowest - 1, min(highest + 1, integer(number, "the target")))


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
        The number of search nodes; the meaning of a node depends on the solver.
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
"""Run to completion."""


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


class CubeOptions(TypedDict, total=False):
    """How a question is divided; any of these makes it so. ``docs/guides/cubes.md`` is a guide."""

    executor: Executor | Callable[[], Executor] | None
    """Works on the cubes: an executor, or a function that makes one, and another one if that is broken; by default one
    thread."""
    journal: str | os.PathLike[str] | None
    """The file that keeps the answers, and from which a run goes on; by default none."""
    cube_seconds: float | None
    """The time for a cube, after which it is divided, by default 10 s; None for no limit."""
    cubes: int | None
    """The least number of cubes to begin with; by default the whole question is asked for a moment first, and then
    divided into 4 cubes for each worker."""
    patience: float
    """The number of seconds to wait for a cluster that has no workers, or whose scheduler has gone, by default 600."""
    symmetry: bool
    """Whether one cube stands for all its copies under the symmetries of the model, if solutions are counted; by
    default it does."""


class QuestionOptions(LimitOptions, CubeOptions, total=False):
    """The keywords of a question that may be divided."""


CUBE_OPTIONS = tuple(CubeOptions.__annotations__)
"""The names of the options of division."""


def limits_and_cubes(question: str, limits: Limits | None, options: QuestionOptions) -> tuple[Limits, CubeOptions]:
    """The limits of a question, and how it is divided; see `limits_of`."""
    checked, cubes = limits_of(question, limits, options, CUBE_OPTIONS)
    return checked, cast("CubeOptions", cubes)
