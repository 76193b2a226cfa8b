"""A backend behind a metamorphic relation is a backend like any other.

Its answers can be compared with its own about the plain model: no second solver is needed to see that it is wrong.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sudoku_cp.backends.contract import (
    NO_LIMITS,
    Backend,
    Candidates,
    Enumerator,
    Givens,
    Limits,
    Program,
    Ranking,
    Result,
)
from sudoku_cp.cross_check.relations import Transform, Transformed
from sudoku_cp.model import LoweringError, Model, Solution


class Related:
    """A backend that answers about a transformed model; what it says is about the plain one.

    Raises
    ------
    LoweringError
        When it compiles a model that has nothing to transform.
    """

    def __init__(self, name: str, plain: Backend, transform: Transform) -> None:
        self.name = name
        self._plain = plain
        self._transform = transform

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> Program:
        """Transform and lower a model; always the same way."""
        transformed = self._transform(model, Random(self.name))
        if transformed is None:
            raise LoweringError(f"{self.name}: there is nothing to transform")
        return _RelatedProgram(self.name, model, transformed, self._plain.compile(transformed.model, limits))


class _RelatedProgram(Program):
    """Translates givens to the transformed model, and solutions back."""

    def __init__(self, name: str, model: Model, transformed: Transformed, program: Program) -> None:
        super().__init__(model)
        self.backend = name
        self._new = transformed
        self._program = program
        self._places = [transformed.cells[cell].index for cell in model.cells]
        self._old_value = {new: old for old, new in transformed.values.items()}

    def _givens(self, givens: Givens) -> Givens:
        new = self._new
        return {new.cells[cell]: new.values.get(value, value) for cell, value in givens.items()}

    def _back(self, solution: Solution) -> tuple[int, ...]:
        found = [solution.values_in_order[place] for place in self._places]
        return tuple([self._old_value.get(value, value) for value in found])

    def _result(self, result: Result) -> Result:
        solution = None if result.solution is None else self.model.solution(self._back(result.solution))
        return replace(result, backend=self.backend, solution=solution)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        return self._result(self._program.solve(self._givens(givens), limits))

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        return self._result(self._program.count(limit, self._givens(givens), limits))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        solutions = self._program.solutions(self._givens(givens), limits)
        try:
            for solution in solutions:
                yield self._back(solution)
        finally:
            solutions.close()
        return solutions.status, solutions.statistics

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        found = self._program.best(number, self._givens(givens), limits)
        solutions = tuple(self.model.solution(self._back(solution)) for solution in found.solutions)
        return replace(found, backend=self.backend, solutions=solutions)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        found = self._program.candidates(self._givens(givens), limits)
        values = {
            cell: tuple(sorted(self._old_value.get(value, value) for value in found.values[self._new.cells[cell]]))
            for cell in self.model.cells
        }
        return Candidates(self.backend, found.status, values, found.statistics)
