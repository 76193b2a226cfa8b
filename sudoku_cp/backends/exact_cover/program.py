"""A compiled model that the exact-cover engine solves."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp import _native
from sudoku_cp.backends.contract import (
    Candidates,
    Enumerator,
    Givens,
    Limits,
    Program,
    Progress,
    Result,
    Statistics,
    Status,
)
from sudoku_cp.backends.exact_cover.lowering import lower
from sudoku_cp.model import Model, Objective, Sense

if TYPE_CHECKING:
    from sudoku_cp.backends.batch import Batch, Grids

LARGEST_TAKE = 256
"""Solutions fetched from the engine at a time while enumerating."""

Poll = Callable[[int, int, int | None, int | None], bool]


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
            seconds=limits.seconds, nodes=limits.nodes, poll=_poll(limits, start, score)
        )
        if ending == "exhausted":
            status = Status.INFEASIBLE if values is None else Status.OPTIMAL
        else:
            status = Status.LIMIT
        return Result(
            self.backend,
            status,
            None if values is None else self.model.solution(values),
            0 if values is None else 1,
            score(cost),
            score(bound),
            _statistics(solver, start),
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
            limit=limit, seconds=limits.seconds, nodes=limits.nodes, poll=_poll(limits, start)
        )
        return Result(
            self.backend,
            _status(ending, count),
            None if first is None else self.model.solution(first),
            count,
            statistics=_statistics(solver, start),
        )

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        start = monotonic()
        solver = self._solver(givens)
        poll = _poll(limits, start)
        count, take = 0, 1
        while True:
            seconds = None if limits.seconds is None else max(0.0, start + limits.seconds - monotonic())
            solutions, ending = solver.take(take, seconds=seconds, nodes=limits.nodes, poll=poll)
            count += len(solutions)
            yield from solutions
            if ending != "solution":
                return _status(ending, count), _statistics(solver, start)
            take = min(2 * take, LARGEST_TAKE)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        start = monotonic()
        covers, complete, nodes, propagations = _native.true_candidates(
            self.problem, _by_index(givens), seconds=limits.seconds, nodes=limits.nodes, poll=_poll(limits, start)
        )
        solutions = [self.verified(self.model.solution(values), givens) for values in covers]
        values = {cell: tuple(sorted({solution[cell] for solution in solutions})) for cell in self.model.cells}
        if not complete:
            status = Status.LIMIT
        else:
            status = Status.COMPLETE if solutions else Status.INFEASIBLE
        return Candidates(self.backend, status, values, Statistics(nodes, propagations, monotonic() - start))

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


def _status(ending: str, count: int) -> Status:
    if ending != "exhausted":
        return Status.LIMIT
    return Status.COMPLETE if count else Status.INFEASIBLE


def _statistics(solver: _native.Solver, start: float) -> Statistics:
    return Statistics(solver.nodes, solver.propagations, monotonic() - start)


def _poll(
    limits: Limits, start: float, score: Callable[[int | None], int | None] = lambda cost: cost
) -> Poll | None:
    """Join the cancel flag and the progress callback; the engine asks about every 50 ms."""
    cancel, on_progress = limits.cancel, limits.on_progress
    if cancel is None and on_progress is None:
        return None

    def poll(nodes: int, count: int, best: int | None, bound: int | None) -> bool:
        if on_progress is not None:
            on_progress(Progress(monotonic() - start, nodes, count, score(best), score(bound)))
        return cancel is not None and cancel.is_set()

    return poll
