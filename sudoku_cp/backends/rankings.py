"""The best solutions of a model with an objective."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sudoku_cp.backends.answers import Answer, Result, Statistics, Status
from sudoku_cp.backends.streams import Enumerator
from sudoku_cp.model import Objective, Solution

if TYPE_CHECKING:
    from sudoku_cp.backends.solver_methods import SolverMethods

MOST_PICTURES = 12
"""The number of solutions of a ranking that a notebook shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Answer):
    """The best solutions."""

    backend: str
    """The name of the backend, with its settings."""
    status: Status
    """OPTIMAL: these are the best; COMPLETE: these are all, fewer than requested; INFEASIBLE: there is none."""
    solutions: tuple[Solution, ...]
    """The solutions, the best first; solutions with equal scores are in any order."""
    objectives: tuple[int, ...]
    """The score of each solution."""
    bound: int | None = None
    """A score that no other solution beats; None if there is no other, or nothing is known."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    def _findings(self) -> list[str]:
        return [f"scores {', '.join(map(str, self.objectives))}"] if self.objectives else []

    def __str__(self) -> str:
        grids = [
            f"{rank}. score {score}\n{solution}"
            for rank, (score, solution) in enumerate(zip(self.objectives, self.solutions, strict=True), 1)
        ]
        return "\n".join([*grids, self.caption])

    def _repr_html_(self) -> str:
        from sudoku_cp.render.notebook import paragraph, side_by_side

        pictures = [
            f"{paragraph(f'{rank}. score {score}')}{solution._repr_svg_() or ''}"
            for rank, (score, solution) in enumerate(zip(self.objectives, self.solutions, strict=True), 1)
        ]
        return side_by_side(*pictures[:MOST_PICTURES]) + paragraph(self.caption)


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
        return Result(ranking.backend, ranking.status, bound=ranking.bound, statistics=ranking.statistics)
    score, bound = ranking.objectives[0], ranking.bound
    if ranking.status is Status.OPTIMAL or (bound is not None and objective.better(score, bound)):
        bound = score
    return Result(ranking.backend, ranking.status, ranking.solutions[0], 1, score, bound, ranking.statistics)
