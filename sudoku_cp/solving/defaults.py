"""The default answers of a solver, from an enumeration of all solutions or from searches for one."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Model, Objective
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.model.questions import Enumerator

if TYPE_CHECKING:
    from sudoku_cp.model import CompiledModel, Objective
    from sudoku_cp.model.questions import Enumerator, Improver
    from sudoku_cp.solving.compiling import Watch


def counted(compiled: CompiledModel, enumerator: Enumerator, limit: int | None) -> Result:
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
    return Result(compiled.solver_name, status, first, count, statistics=statistics)


def reaching(compiled: CompiledModel, enumerator: Enumerator, objective: Objective, target: int) -> Enumerator:
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


def ranked(compiled: CompiledModel, enumerator: Enumerator, objective: Objective, number: int) -> Ranking:
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


def ranking_reaching(ranking: Ranking, objective: Objective, target: int) -> Ranking:
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


def improved(compiled: CompiledModel, found: Iterable[tuple[int, ...]], objective: Objective, watch: Watch) -> Improver:
    """The solutions that are better than all before them, and finally the best one.

    Parameters
    ----------
    compiled
        The compiled model.
    found
        The solutions of a search, which ends early only where ``watch`` is stopped.
    objective
        The objective.
    watch
        The limits and the cost of the search.
    """
    result = partial(Result, compiled.solver_name)
    best = None
    for values in found:
        solution = compiled.model.solution(values)
        score = objective.value(solution)
        if watch.best is None or objective.better(score, watch.best):
            best, watch.best = solution, score
            yield result(Status.SOLVED, best, 1, score, statistics=watch.statistics())
    if best is None:
        return result(watch.ending(), statistics=watch.statistics())
    status, bound = (Status.LIMIT, None) if watch.stopped else (Status.OPTIMAL, watch.best)
    return result(status, best, 1, watch.best, bound, watch.statistics())


def last_of(improver: Improver) -> Result:
    """The final answer of a search for improvements."""
    while True:
        try:
            next(improver)
        except StopIteration as end:
            answer: Result = end.value
            return answer


def probe_candidates(
    model: Model, solver: str, find: Callable[[Givens, Limits], Result], givens: Givens, limits: Limits
) -> Candidates:
    """Find a solution with each value of each cell that has not occurred in a solution."""
    start, nodes = monotonic(), 0
    seen: dict[Cell, set[int]] = {cell: set() for cell in model.cells}

    def probe(fixed: Givens) -> Status:
        nonlocal nodes
        left = None if limits.nodes is None else max(0, limits.nodes - nodes)
        result = find(fixed, replace(limits.after(start), nodes=left))
        nodes += result.statistics.nodes
        if result.solution is None:
            return result.status
        for cell, value in result.solution.items():
            seen[cell].add(value)
        return Status.COMPLETE

    status = probe(givens)
    for cell in model.cells:
        for value in model.domain_of(cell):
            if status is Status.COMPLETE and value not in seen[cell] and givens.get(cell, value) == value:
                status = Status.LIMIT if probe({**givens, cell: value}) is Status.LIMIT else Status.COMPLETE
    values = {cell: tuple(sorted(found)) for cell, found in seen.items()}
    return Candidates(solver, status, values, Statistics(nodes, 0, monotonic() - start))
