"""Solvers behind a metamorphic relation.

The answers of such a solver can be compared with its answers about the original model, so that a wrong answer shows
without a second solver.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sudoku_cp.cross_check.delegate import Delegate, Wrapper
from sudoku_cp.cross_check.relations import Transform, Transformed
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import LoweringError, Model, Solution
from sudoku_cp.model.answers import Candidates
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver


class Related(Wrapper):
    """A solver that solves a transformed model, and translates its answers back to the original one.

    Raises
    ------
    LoweringError
        During compilation, if the model has nothing to transform.
    """

    def __init__(self, name: str, plain: Solver, transform: Transform) -> None:
        super().__init__(name, plain)
        self._transform = transform

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        """Transform and lower a model, always in the same way.

        Raises
        ------
        LoweringError
            If the model has nothing to transform.
        """
        transformed = self._transform(model, Random(self.name))
        if transformed is None:
            raise LoweringError(f"{self.name}: there is nothing to transform")
        return _CompiledRelated(model, self, transformed, self._plain.compile(transformed.model, limits))


class _CompiledRelated(Delegate):
    """Translates givens to the transformed model, and solutions back."""

    def __init__(self, model: Model, solver: Related, transformed: Transformed, compiled: LoweredModel) -> None:
        super().__init__(model, solver, compiled)
        self._new = transformed
        self._places = [transformed.cells[cell].index for cell in model.cells]
        self._old_value = {new: old for old, new in transformed.values.items()}

    def _givens(self, givens: Givens) -> Givens:
        new = self._new
        return {new.cells[cell]: new.values.get(value, value) for cell, value in givens.items()}

    def _back(self, solution: Solution) -> tuple[int, ...]:
        found = [solution.values_in_order[place] for place in self._places]
        return tuple([self._old_value.get(value, value) for value in found])

    def _values_back(self, candidates: Candidates) -> Candidates:
        values = {
            cell: tuple(sorted(self._old_value.get(value, value) for value in candidates.values[self._new.cells[cell]]))
            for cell in self.model.cells
        }
        return replace(candidates, values=values)
