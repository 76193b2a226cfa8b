"""Answers from an enumeration of all solutions, for backends without a better way."""

from __future__ import annotations

from bisect import insort
from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp.backends.answers import Ranking, Result, Statistics, Status
from sudoku_cp.backends.streams import Enumerator
from sudoku_cp.model import Objective

if TYPE_CHECKING:
    from sudoku_cp.backends.solver_methods import SolverMethods


def counted(compiled: SolverMethods, enumerator: Enumerator, limit: int | None) -> Result:
    """The number of solutions, all of them or up to a limit, and the first one."""
    start = monotonic()
    first, count = None, 0
    status, statistics = Status.LIMIT, Statistics()
    while limit is None or count < limit:
        try:
            values = next(enumerator)
        except StopIteration as end:
            status, statistics = end.value
            break
        count += 1
        first = first or compiled.model.solution(values)
    enumerator.close()
    statistics = Statistics(statistics.nodes, statistics.propagations, monotonic() - start)
    return Result(compiled.backend, status, first, count, statistics=statistics)


def ranked(compiled: SolverMethods, enumerator: Enumerator, objective: Objective, number: int) -> Ranking:
    """The best solutions, up to a number of them."""
    solution_of = compiled.model.solution
    best: list[tuple[int, tuple[int, ...]]] = []
    total = 0
    while True:
        try:
            values = next(enumerator)
        except StopIteration as end:
            status, statistics = end.value
            break
        total += 1
        insort(best, (-objective.gain(objective.value(solution_of(values))), values))
        del best[number:]
    if status is Status.COMPLETE and total >= number:
        status = Status.OPTIMAL
    solutions = tuple(solution_of(values) for _, values in best)
    scores = tuple(map(objective.value, solutions))
    bound = scores[-1] if status is Status.OPTIMAL else None
    return Ranking(compiled.backend, status, solutions, scores, bound, statistics)


def best_of(ranking: Ranking, objective: Objective) -> Result:
    """The result for the best solution, from a ranking."""
    if not ranking.solutions:
        return Result(ranking.backend, ranking.status, bound=ranking.bound, statistics=ranking.statistics)
    score, bound = ranking.objectives[0], ranking.bound
    if ranking.status is Status.OPTIMAL or (bound is not None and objective.better(score, bound)):
        bound = score
    return Result(ranking.backend, ranking.status, ranking.solutions[0], 1, score, bound, ranking.statistics)


def reaching(compiled: SolverMethods, enumerator: Enumerator, objective: Objective, target: int) -> Enumerator:
    """The solutions whose score is at least as good as a target."""
    reached = False
    while True:
        try:
            values = next(enumerator)
        except StopIteration as end:
            status, statistics = end.value
            missed = status is Status.COMPLETE and not reached
            return Status.INFEASIBLE if missed else status, statistics
        if not objective.better(target, objective.value(compiled.model.solution(values))):
            reached = True
            yield values
