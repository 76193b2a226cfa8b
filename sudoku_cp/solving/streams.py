"""Iterators over answers, each verified by the compiled model that yields them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from sudoku_cp.model import Solution
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.givens import Givens

if TYPE_CHECKING:
    from sudoku_cp.solving.solver_methods import SolverMethods

Enumerator = Generator[tuple[int, ...], None, tuple[Status, Statistics]]
"""Yields distinct value tuples in cell order, and returns the status and cost."""

Improver = Generator[Result, None, Result]
"""Yields each improving solution as it is found, and returns the answer of `SolverMethods._solve`."""


class Enumeration(Iterator[Solution]):
    """An iterator over verified solutions; afterwards, ``status`` and ``statistics`` describe the search."""

    def __init__(
        self, compiled: SolverMethods, givens: Givens, enumerator: Enumerator, target: int | None = None
    ) -> None:
        self._compiled = compiled
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
        return self._compiled.verified(self._compiled.model.solution(values), self._givens, target=self._target)

    def close(self) -> None:
        """Stop the search."""
        self._enumerator.close()


class Improvements(Iterator[Result]):
    """An iterator over improving solutions with bounds; afterwards, ``result`` is the final answer."""

    def __init__(self, compiled: SolverMethods, givens: Givens, improver: Improver) -> None:
        self._compiled = compiled
        self._givens = givens
        self._improver = improver
        self.result = Result(compiled.backend, Status.LIMIT)

    def __next__(self) -> Result:
        try:
            self.result = next(self._improver)
        except StopIteration as end:
            if end.value is not None:
                self.result = end.value
            raise StopIteration from None
        finally:
            if self.result.solution is not None:
                self._compiled.verified(self.result.solution, self._givens, self.result.objective)
        return self.result

    def close(self) -> None:
        """Stop the search; ``result`` keeps the best solution so far."""
        self._improver.close()
