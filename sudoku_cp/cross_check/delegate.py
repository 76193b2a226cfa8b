"""Solvers that ask another one, and their compiled models."""

from __future__ import annotations

from dataclasses import replace

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model, Solution
from sudoku_cp.model.answers import Candidates, Ranking, Result
from sudoku_cp.model.compiled import Enumerator
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver


class Wrapper(Solver):
    """A solver that compiles models by another one.

    Parameters
    ----------
    name
        The name in its answers.
    plain
        The other solver.
    """

    def __init__(self, name: str, plain: Solver) -> None:
        self._name = name
        self._plain = plain

    @property
    def name(self) -> str:
        """The name in its answers."""
        return self._name


class Delegate(LoweredModel):
    """Answers what another compiled model answers; derived classes change the question, or its answer."""

    def __init__(self, model: Model, solver: Solver, compiled: LoweredModel) -> None:
        super().__init__(model, solver)
        self._compiled = compiled

    def _givens(self, givens: Givens) -> Givens:
        """The givens of the other compiled model."""
        return givens

    def _back(self, solution: Solution) -> tuple[int, ...]:
        """The values of our cells in a solution of the other compiled model."""
        return solution.values_in_order

    def _values_back(self, candidates: Candidates) -> Candidates:
        """The candidates of our cells."""
        return candidates

    def _result(self, result: Result) -> Result:
        solution = None if result.solution is None else self.model.solution(self._back(result.solution))
        return replace(result, solver=self.solver_name, solution=solution)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return self._result(self._compiled.solve(self._givens(givens), limits))

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._result(self._compiled.count(limit, self._givens(givens), limits))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        solutions = self._compiled.solutions(self._givens(givens), limits)
        try:
            for solution in solutions:
                yield self._back(solution)
        finally:
            solutions.close()
        return solutions.status, solutions.statistics

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        found = self._compiled.best(number, self._givens(givens), limits)
        solutions = tuple(self.model.solution(self._back(solution)) for solution in found.solutions)
        return replace(found, solver=self.solver_name, solutions=solutions)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        found = self._compiled.candidates(self._givens(givens), limits)
        return replace(self._values_back(found), solver=self.solver_name)
