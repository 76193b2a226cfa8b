"""Answers that come one by one, each verified by the program that gives them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from sudoku_cp.backends.answers import NO_LIMITS, Limits, Result, Statistics, Status
from sudoku_cp.backends.givens import AnyGivens, Givens
from sudoku_cp.model import Model, Solution

Enumerator = Generator[tuple[int, ...], None, tuple[Status, Statistics]]
"""Yields distinct value tuples in cell order, and returns how it ended."""

Improver = Generator[Result, None, Result]
"""Yields each better solution as it is found, and returns the answer of `Program.solve`."""


class Compiled(Protocol):
    """What a compiled model is to those who build further answers on its own; a `Program` is one."""

    model: Model
    backend: str

    def solve(self, givens: AnyGivens | None = None, limits: Limits = NO_LIMITS) -> Result:
        """Find one solution, or the best one."""

    def count(self, limit: int | None = None, givens: AnyGivens | None = None, limits: Limits = NO_LIMITS) -> Result:
        """Count the solutions."""

    def verified(
        self, solution: Solution, givens: Givens, objective: int | None = None, *, target: int | None = None
    ) -> Solution:
        """Return the solution after checking it."""


class Enumeration(Iterator[Solution]):
    """The solutions one by one, each verified; afterwards ``status`` and ``statistics`` tell how it ended."""

    def __init__(self, program: Compiled, givens: Givens, enumerator: Enumerator, target: int | None = None) -> None:
        self._program = program
        self._givens = givens
        self._enumerator = enumerator
        self._target = target
        self.status = Status.LIMIT
        self.statistics = Statistics()

    def __next__(self) -> Solution:
        try:
            values = next(self._enumerator)
        except StopIteration as end:
            if end.value is not None:
                self.status, self.statistics = end.value
            raise StopIteration from None
        return self._program.verified(self._program.model.solution(values), self._givens, target=self._target)

    def close(self) -> None:
        """Stop the search behind it."""
        self._enumerator.close()


class Improvements(Iterator[Result]):
    """Better and better solutions, each with the bound known by then; afterwards ``result`` is the final answer."""

    def __init__(self, program: Compiled, givens: Givens, improver: Improver) -> None:
        self._program = program
        self._givens = givens
        self._improver = improver
        self.result = Result(program.backend, Status.LIMIT)

    def __next__(self) -> Result:
        try:
            self.result = next(self._improver)
        except StopIteration as end:
            if end.value is not None:
                self.result = end.value
            raise StopIteration from None
        finally:
            if self.result.solution is not None:
                self._program.verified(self.result.solution, self._givens, self.result.objective)
        return self.result

    def close(self) -> None:
        """Stop the search behind it; ``result`` keeps the best solution so far."""
        self._improver.close()
