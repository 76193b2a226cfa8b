"""The limits of a compilation, and of searches that are written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.model import Constraint, Model
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress

LEAST = 0.1
"""The time in seconds that compilation may always take: a compiled model gives a better answer than an error."""

STRIDE = 1000
"""The number of steps between two looks at the clock."""


class CompilationStoppedError(LoweringError):
    """Raised when a limit is reached while a model is compiled."""


class Pace:
    """Stops a compilation at its limits.

    Parameters
    ----------
    solver
        The name of the solver, for messages.
    model
        The model that is being compiled.
    limits
        The time limit and the cancel flag; other limits do not apply.
    """

    def __init__(self, solver: str, model: Model, limits: Limits = NO_LIMITS) -> None:
        self._solver = solver
        self._model = model
        self._limits = limits
        self._start = monotonic()
        self._constraints = 0
        self._left = STRIDE

    def constraints(self) -> Iterator[Constraint]:
        """Yield the constraints of the model one by one while the limits allow compilation.

        Yields
        ------
        Constraint
            Each constraint of the model, in order.

        Raises
        ------
        CompilationStoppedError
            If the time limit is reached, or the cancel flag is set.
        """
        for constraint in self._model.constraints:
            yield constraint
            self._constraints += 1
            self.look()

    def step(self, number: int = 1) -> None:
        """Count steps of work, each of about a microsecond, and look at the limits now and then.

        Parameters
        ----------
        number
            How many steps.

        Raises
        ------
        CompilationStoppedError
            As `constraints`.
        """
        self._left -= number
        if self._left < 0:
            self._left = STRIDE
            self.look()

    def look(self) -> None:
        """Look at the limits.

        Raises
        ------
        CompilationStoppedError
            As `constraints`.
        """
        seconds = monotonic() - self._start
        if seconds < LEAST:
            return
        if self._is_cancelled():
            raise self.stopped()
        if self._limits.seconds is not None and seconds > self._limits.seconds:
            raise self.stopped()

    def seconds_left(self) -> float | None:
        """The time that is left for a part of the compilation which keeps to it by itself; None without a limit."""
        if self._limits.seconds is None:
            return None
        return max(self._limits.seconds, LEAST) - (monotonic() - self._start)

    def poll(self) -> Callable[..., bool] | None:
        """A function that returns whether the cancel flag is set; None without a flag."""
        return None if self._limits.cancel is None else lambda *_: self._is_cancelled()

    def stopped(self) -> CompilationStoppedError:
        """The error for a compilation that a limit has stopped."""
        done = f"after {self._constraints:,} of {len(self._model.constraints):,} constraints"
        reason = "stopped" if self._is_cancelled() else "the time limit was reached"
        return CompilationStoppedError(f"{self._solver}: {reason} while {self._model.name} was compiled, {done}")

    def _is_cancelled(self) -> bool:
        return self._limits.cancel is not None and self._limits.cancel.is_set()


def in_time(solver: str, model: Model, limits: Limits) -> Iterator[Constraint]:
    """Yield the constraints of the model one by one while the limits allow compilation.

    Parameters
    ----------
    solver
        The name of the solver, for messages.
    model
        The model that is being compiled.
    limits
        The time limit and the cancel flag; other limits do not apply.

    Yields
    ------
    Constraint
        Each constraint of the model, in order.

    Raises
    ------
    LoweringError
        If the time limit is reached, or the cancel flag is set.
    """
    return Pace(solver, model, limits).constraints()


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
        return self.look()

    def look(self) -> bool:
        """Report progress and check the limits, without counting a node.

        Returns
        -------
        bool
            Whether the search may continue.
        """
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
