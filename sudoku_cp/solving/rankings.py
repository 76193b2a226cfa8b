"""Rankings of the best solutions, made from all solutions or cut to a target."""

from __future__ import annotations

from bisect import insort
from dataclasses import replace
from typing import TYPE_CHECKING

from sudoku_cp.model import Objective
from sudoku_cp.model.answers import Ranking, Result, Status
from sudoku_cp.model.compiled import Enumerator

if TYPE_CHECKING:
    from sudoku_cp.solving.lowered_model import LoweredModel


def ranked(compiled: LoweredModel, enumerator: Enumerator, objective: Objective, number: int) -> Ranking:
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
    return Ranking(compiled.solver_name, status, solutions, scores, bound, statistics)


def reaching(ranking: Ranking, objective: Objective, target: int) -> Ranking:
    """The part of a ranking whose scores are at least as good as a target."""
    kept = sum(not objective.better(target, score) for score in ranking.objectives)
    if kept == len(ranking.objectives):
        return ranking
    status = ranking.status
    if status is not Status.LIMIT:
        status = Status.COMPLETE if kept else Status.INFEASIBLE
    return replace(
        ranking, status=status, solutions=ranking.solutions[:kept], objectives=ranking.objectives[:kept], bound=None
    )


def best_of(ranking: Ranking, objective: Objective) -> Result:
    """The result for the best solution, from a ranking."""
    if not ranking.solutions:
        return Result(ranking.solver, ranking.status, bound=ranking.bound, statistics=ranking.statistics)
    score, bound = ranking.objectives[0], ranking.bound
    if ranking.status is Status.OPTIMAL or (bound is not None and objective.better(score, bound)):
        bound = score
    return Result(ranking.solver, ranking.status, ranking.solutions[0], 1, score, bound, ranking.statistics)
