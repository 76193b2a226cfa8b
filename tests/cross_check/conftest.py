"""An honest solver that knows nothing but `holds`, and ways to make it lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import LinearExpression, LoweringError
from sudoku_cp.model.answers import Candidates, Result, Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solving.lowered_model import LoweredModel
from tests.support import solutions_by_meaning


class Honest(LoweredModel):
    """Answers by trying everything."""

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        found = list(solutions_by_meaning(self.model, givens))
        if not found:
            return Result(self.solver_name, Status.INFEASIBLE)
        objective = self.model.objective
        if objective is None:
            return Result(self.solver_name, Status.SOLVED, self.model.solution(found[0]), 1)
        best = self.model.solution(found[0])
        for values in found[1:]:
            if objective.better(objective.value(self.model.solution(values)), objective.value(best)):
                best = self.model.solution(values)
        value = objective.value(best)
        return Result(self.solver_name, Status.OPTIMAL, best, 1, value, value, Statistics(7, 8, 0.25))

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        found = 0
        for values in solutions_by_meaning(self.model, givens):
            found += 1
            yield values
        return (Status.COMPLETE if found else Status.INFEASIBLE), Statistics(5, 6, 0.5)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        found = list(solutions_by_meaning(self.model, givens))
        values = {cell: tuple(sorted({each[cell.index] for each in found})) for cell in self.model.cells}
        return Candidates(self.solver_name, Status.COMPLETE if found else Status.INFEASIBLE, values)


class PlantedSolver:
    """A solver whose compiled model is the honest one with some methods replaced."""

    def __init__(self, name: str, **replaced: Callable[..., Any]) -> None:
        self.name = name
        self._compiled = type("Planted", (Honest,), replaced)

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        compiled: LoweredModel = self._compiled(model, self)
        return compiled


class RefusingSolver:
    """A solver that cannot express anything."""

    name = "refusing"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        raise LoweringError("row 1: too long for me")


@pytest.fixture
def honest() -> type[Honest]:
    return Honest


@pytest.fixture
def planted() -> type[PlantedSolver]:
    return PlantedSolver


@pytest.fixture
def refusing() -> RefusingSolver:
    return RefusingSolver()


@pytest.fixture
def three_solutions() -> Sudoku:
    """A 4×4 grid with exactly three solutions."""
    sudoku = Sudoku(4, name="three")
    for name, value in (("r1c1", 1), ("r2c3", 1), ("r1c2", 2), ("r4c4", 1), ("r2c1", 3)):
        sudoku.give(name, value)
    return sudoku


@pytest.fixture
def scored(three_solutions: Sudoku) -> Sudoku:
    """The same grid with an objective that tells its solutions apart."""
    three_solutions.maximize(LinearExpression(tuple((3**cell.index % 17, cell) for cell in three_solutions.cells)))
    return three_solutions
