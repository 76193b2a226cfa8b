"""What every backend promises: the same questions, the same answers, every answer verified."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from sudoku_cp.model import Cell, Model, ModelError, Solution, UnsoundAnswerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.backends.batch import Batch, Grids

Givens = Mapping[Cell, int]


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
    """

    seconds: float | None = None
    nodes: int | None = None
    cancel: Event | None = None
    on_progress: Callable[[Progress], None] | None = None


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
class Candidates:
    """Per cell the values that occur in some solution."""

    backend: str
    status: Status
    """COMPLETE or INFEASIBLE; with LIMIT the values are those seen so far."""
    values: Mapping[Cell, tuple[int, ...]]
    statistics: Statistics = field(default_factory=Statistics)


Enumerator = Generator[tuple[int, ...], None, tuple[Status, Statistics]]
"""Yields distinct value tuples in cell order, and returns how it ended."""


class Enumeration(Iterator[Solution]):
    """The solutions one by one, each verified; afterwards ``status`` and ``statistics`` tell how it ended."""

    def __init__(self, program: Program, givens: Givens, enumerator: Enumerator) -> None:
        self._program = program
        self._givens = givens
        self._enumerator = enumerator
        self.status = Status.LIMIT
        self.statistics = Statistics()

    def __next__(self) -> Solution:
        try:
            values = next(self._enumerator)
        except StopIteration as end:
            if end.value is not None:
                self.status, self.statistics = end.value
            raise StopIteration from None
        return self._program.verified(self._program.model.solution(values), self._givens)

    def close(self) -> None:
        """Stop the search behind it."""
        self._enumerator.close()


class Program(ABC):
    """A compiled model: solved as often as wanted, each time with other givens.

    ``givens`` are the fixed values, by default those of the model. Pencil marks belong to the model. An answer that
    breaks the model's own constraints raises `UnsoundAnswerError`.
    """

    backend: str

    def __init__(self, model: Model) -> None:
        self.model = model

    def solve(self, givens: Givens | None = None, limits: Limits = NO_LIMITS) -> Result:
        """Find one solution or prove that there is none; with an objective find the best one and prove it."""
        fixed = self._checked(givens)
        result = self._solve(fixed, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed, result.objective)
        return result

    def count(self, limit: int | None = None, givens: Givens | None = None, limits: Limits = NO_LIMITS) -> Result:
        """Count the distinct solutions, all of them or until ``limit`` are found; the objective plays no part.

        The status is COMPLETE or INFEASIBLE where all were counted, else LIMIT; so it is where ``limit`` is reached.
        """
        if limit is not None and limit < 1:
            raise ModelError(f"a count needs a limit of at least 1, not {limit}")
        fixed = self._checked(givens)
        result = self._count(fixed, limit, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed)
        return result

    def solutions(self, givens: Givens | None = None, limits: Limits = NO_LIMITS) -> Enumeration:
        """Iterate over all distinct solutions in constant memory; the objective plays no part."""
        fixed = self._checked(givens)
        return Enumeration(self, fixed, self._enumerate(fixed, limits))

    def candidates(self, givens: Givens | None = None, limits: Limits = NO_LIMITS) -> Candidates:
        """Find per cell the values that occur in some solution; each is seen in a verified solution."""
        return self._candidates(self._checked(givens), limits)

    def solve_many(
        self, givens: NDArray[np.integer], *, limit: int = 1, threads: int = 1, limits: Limits = NO_LIMITS
    ) -> Batch:
        """Solve many puzzles of the model at once; the objective plays no part.

        Parameters
        ----------
        givens
            Integers, puzzles × cells in cell order. An open cell is negative, or 0 where 0 is no digit.
        limit
            Solutions to look for in each puzzle: 1 finds one, 2 tells whether it is unique.
        threads
            Threads to use where the backend can.
        limits
            Of time for the whole batch, of nodes for each puzzle.

        Raises
        ------
        ModelError
            If the array has a wrong shape or a value that is no digit.
        """
        from sudoku_cp.backends.batch import read_grids, verify_batch

        if limit < 1 or threads < 1:
            raise ModelError(f"limit and threads must be at least 1, not {limit} and {threads}")
        grids = read_grids(self.model, givens)
        return verify_batch(self.backend, self.model, grids, self._solve_many(grids, limit, threads, limits))

    @abstractmethod
    def _solve(self, givens: Givens, limits: Limits) -> Result: ...

    @abstractmethod
    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator: ...

    @abstractmethod
    def _candidates(self, givens: Givens, limits: Limits) -> Candidates: ...

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        start = monotonic()
        enumerator = self._enumerate(givens, limits)
        first, count = None, 0
        status, statistics = Status.LIMIT, Statistics()
        while limit is None or count < limit:
            try:
                values = next(enumerator)
            except StopIteration as end:
                status, statistics = end.value
                break
            count += 1
            first = first or self.model.solution(values)
        enumerator.close()
        statistics = Statistics(statistics.nodes, statistics.propagations, monotonic() - start)
        return Result(self.backend, status, first, count, statistics=statistics)

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.backends.one_by_one import solve_one_by_one

        return solve_one_by_one(self, givens, limit, limits)

    def verified(self, solution: Solution, givens: Givens, objective: int | None = None) -> Solution:
        """Return the solution after checking it against the model's declared constraints.

        Raises
        ------
        UnsoundAnswerError
            If it breaks one, or its score is not what the backend says.
        """
        broken = self.model.violations(solution.values_in_order, givens)
        if broken:
            raise UnsoundAnswerError(f"{self.backend} gave a wrong solution: {broken[0]}")
        if objective is not None and self.model.objective is not None:
            score = self.model.objective.value(solution)
            if score != objective:
                raise UnsoundAnswerError(f"{self.backend} says {objective} for a solution of score {score}")
        return solution

    def _checked(self, givens: Givens | None) -> Givens:
        if givens is None:
            return self.model.givens
        for cell, value in givens.items():
            if not self.model.owns(cell):
                raise ModelError(f"{cell.name} is not a cell of {self.model.name}")
            if value not in cell.domain:
                raise ModelError(f"{cell.name} = {value}: that is not one of its digits")
        return givens


class Backend(Protocol):
    """A way to solve models."""

    name: str

    def compile(self, model: Model) -> Program:
        """Lower a model.

        Raises
        ------
        LoweringError
            If the backend cannot express a constraint within its budget.
        """


def domains(model: Model, givens: Givens) -> list[tuple[int, ...]]:
    """The values open to each cell, in cell order, after pencil marks and givens; empty where they contradict."""
    return [
        tuple(value for value in model.candidates(cell) if givens.get(cell, value) == value) for cell in model.cells
    ]
