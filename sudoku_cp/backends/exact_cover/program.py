"""A compiled model that the exact-cover engine solves."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp import _native
from sudoku_cp.backends.contract import (
    Candidates,
    Enumerator,
    Givens,
    Limits,
    Program,
    Result,
    Statistics,
    Status,
)
from sudoku_cp.backends.exact_cover.lowering import lower
from sudoku_cp.backends.exact_cover.searching import poll_of, statistics_of, status_of, take_all
from sudoku_cp.model import Model, Objective, Sense

if TYPE_CHECKING:
    from sudoku_cp.backends.batch import Batch, Grids


class ExactCoverProgram(Program):
    """A model lowered to exact cover."""

    backend = "exact-cover"

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.problem = lower(model)

    def _solver(self, givens: Givens) -> _native.Solver:
        return _native.Solver(self.problem, _by_index(givens))

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        objective = self.model.objective
        if objective is None or not objective.expression.terms:
            return self._solve_any(givens, limits, objective)
        start = monotonic()
        sign = 1 if objective.sense is Sense.MINIMIZE else -1
        constant = objective.expression.constant

        def score(cost: int | None) -> int | None:
            return None if cost is None else sign * cost + constant

        solver = self._solver(givens)
        cost, values, bound, ending = solver.minimum(
            seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, start, score)
        )
        return Result(
            self.backend,
            status_of(ending == "exhausted", values is not None, Status.OPTIMAL),
            None if values is None else self.model.solution(values),
            0 if values is None else 1,
            score(cost),
            score(bound),
            statistics_of(solver, start),
        )

    def _solve_any(self, givens: Givens, limits: Limits, objective: Objective | None) -> Result:
        result = self._count(givens, 1, limits)
        if result.solution is None:
            return result
        if objective is None:
            return Result(self.backend, Status.SOLVED, result.solution, 1, statistics=result.statistics)
        value = objective.value(result.solution)
        return Result(self.backend, Status.OPTIMAL, result.solution, 1, value, value, result.statistics)

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        start = monotonic()
        solver = self._solver(givens)
        count, first, ending = solver.count(
            limit=limit, seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, start)
        )
        return Result(
            self.backend,
            status_of(ending == "exhausted", count > 0),
            None if first is None else self.model.solution(first),
            count,
            statistics=statistics_of(solver, start),
        )

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        return take_all(self._solver(givens), limits)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        start = monotonic()
        covers, complete, nodes, propagations = _native.true_candidates(
            self.problem, _by_index(givens), seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, start)
        )
        solutions = [self.verified(self.model.solution(values), givens) for values in covers]
        values = {cell: tuple(sorted({solution[cell] for solution in solutions})) for cell in self.model.cells}
        statistics = Statistics(nodes, propagations, monotonic() - start)
        return Candidates(self.backend, status_of(complete, bool(solutions)), values, statistics)

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.backends.exact_cover.many import solve_many

        return solve_many(self.model, self.problem, givens, limit, threads, limits)


class ExactCover:
    """The backend of our own engine."""

    name = "exact-cover"

    def compile(self, model: Model) -> ExactCoverProgram:
        """Lower a model (see `lowering.lower` for what it raises)."""
        return ExactCoverProgram(model)


BACKEND = ExactCover()


def _by_index(givens: Givens) -> list[tuple[int, int]]:
    return [(cell.index, value) for cell, value in givens.items()]
