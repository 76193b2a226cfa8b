"""Several scores: solutions that are best in the order of the scores, fronts of scores, and searches from a hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integers
from sudoku_cp._base.errors import LoweringError, ModelError, UnsoundAnswerError
from sudoku_cp._base.text import counted
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.kernel.combination import AnyOf
from sudoku_cp.model import Model, Objective, Sense, Solution
from sudoku_cp.model.answers import Front, Point, Result, Statistics, Status
from sudoku_cp.model.goals import goals_of, in_order
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.defaults import best_of
from sudoku_cp.solving.registry import load_solver

if TYPE_CHECKING:
    from sudoku_cp.kernel.expression import Condition
    from sudoku_cp.model.answers import Ranking
    from sudoku_cp.model.compiled import Target
    from sudoku_cp.model.questions import Improver
    from sudoku_cp.solving.lowered_model import LoweredModel

HINTED_NODES = 1000
"""The nodes of the search for a solution that agrees with a hint, before all others are searched."""


def solved(compiled: LoweredModel, givens: Givens, limits: Limits, hint: Givens | None) -> Result:
    """Find a solution, or the best one in the order of the scores, and prove each score.

    Parameters
    ----------
    compiled
        The compiled model.
    givens, limits
        See `CompiledModel.solve`.
    hint
        Values that the search tries first; None for none.

    Returns
    -------
    Result
        The result; its solution is not verified against the model.
    """
    start = monotonic()
    result = compiled._solve(givens, limits) if hint is None else compiled._solve_from(hint, givens, limits)
    objective = compiled.model.objective
    if objective is None or objective.then is None:
        return result
    if result.solution is not None:
        compiled.verified(result.solution, givens, result.objective)
    stages = _Stages(compiled, compiled.model, givens, limits, start)
    stages.count(result)
    return stages.best(objective.stages, first=result)


def compiled_further(compiled: LoweredModel, model: Model, limits: Limits) -> LoweredModel:
    """Compile a model with further conditions or another score, by the same solver if that can express it.

    Solvers that refused the model are not asked again: they would refuse what it is part of.

    Parameters
    ----------
    compiled
        The compiled model.
    model
        The further model.
    limits
        The limits of the compilation.

    Returns
    -------
    LoweredModel
        The further model, compiled by the solver, or by the first of `LoweredModel.others` that can express it.

    Raises
    ------
    LoweringError
        If none of them can.
    """
    start = monotonic()
    refusals: list[str] = []
    for solver in (compiled.solver, *map(load_solver, compiled.others)):
        try:
            return solver.compile(model, limits.after(start))
        except LoweringError as error:
            refusals.append(str(error))
    raise LoweringError("; ".join(refusals))


class _Stages:
    """Questions about a model with further conditions, all within the limits of one."""

    def __init__(self, compiled: LoweredModel, model: Model, givens: Givens, limits: Limits, start: float) -> None:
        self._compiled = compiled
        self._solver_names = [compiled.solver_name]
        self._model = model
        self._givens = givens
        self._limits = limits
        self._start = start
        self._nodes = self._propagations = 0

    @property
    def solver_name(self) -> str:
        """The name of the solver, or the names of those that have answered."""
        return ", then ".join(self._solver_names)

    def count(self, result: Result) -> None:
        """Count the cost of an answer."""
        self._nodes += result.statistics.nodes
        self._propagations += result.statistics.propagations

    def spent(self) -> Statistics:
        """The cost so far."""
        return Statistics(self._nodes, self._propagations, monotonic() - self._start)

    def best(
        self, objectives: Sequence[Objective], conditions: Iterable[Condition] = (), first: Result | None = None
    ) -> Result:
        """Find the solution that is best in the order of the objectives.

        ``first`` is the answer about the first objective, if it is known.
        """
        held = list(conditions)
        bounds: list[int | None] = []
        solution = None
        for objective in objectives:
            result = first if first is not None and not bounds else self._asked(objective, held, solution)
            bounds.append(result.bound)
            if result.solution is None and result.status is not Status.LIMIT:
                if solution is not None:
                    raise UnsoundAnswerError(f"{self.solver_name} denies a solution that it gave")
                return replace(result, bound=None, statistics=self.spent())
            solution = result.solution or solution
            if result.status is not Status.OPTIMAL or result.objective is None:
                break
            held.append(_as_good_as(objective, result.objective))
        bounds += [None] * (len(objectives) - len(bounds))
        scores = () if solution is None else tuple([objective.value(solution) for objective in objectives])
        return Result(
            self.solver_name,
            result.status,
            solution,
            0 if solution is None else 1,
            scores[0] if scores else None,
            bounds[0],
            self.spent(),
            scores,
            tuple(bounds),
        )

    def _asked(self, objective: Objective, conditions: Iterable[Condition], hint: Givens | None) -> Result:
        """The best solution under conditions, as one of the model."""
        model = self._model.with_constraints(self._model.constraints)
        model.add(*conditions)
        model.objective = objective.alone()
        try:
            lowered = compiled_further(self._compiled, model, self._left())
        except CompilationStoppedError:
            return Result(self.solver_name, Status.LIMIT)
        if lowered.solver_name not in self._solver_names:
            self._solver_names.append(lowered.solver_name)
        result = lowered.solve(self._givens, self._left(), hint=hint)
        self.count(result)
        if result.solution is None:
            return result
        return replace(result, solution=_in_terms_of(self._model, result.solution))

    def _left(self) -> Limits:
        limits = self._limits.after(self._start)
        return limits if limits.nodes is None else replace(limits, nodes=max(0, limits.nodes - self._nodes))


def _in_terms_of(model: Model, solution: Solution) -> Solution:
    """A solution of the model with further variables, without them."""
    return model.solution(solution.values_in_order[: len(model.cells)])


def _as_good_as(objective: Objective, score: int) -> Condition:
    expression = objective.score()
    return expression >= score if objective.sense is Sense.MAXIMIZE else expression <= score


def front(compiled: LoweredModel, goals: Sequence[object], givens: Givens, limits: Limits) -> Front:
    """Find all combinations of scores that no solution dominates; see `CompiledModel.pareto`.

    The first point is best in the order of the scores, and so is each further one among the solutions that no point so
    far equals or dominates. A solution that dominated it would be one of these, too, and better in that order. At the
    end, it is proved that no such solution is left.

    Raises
    ------
    ModelError
        If there is no goal, or one is not about the cells of the model.
    UnsoundAnswerError
        If an answer of the solver contradicts an earlier one.
    """
    start = monotonic()
    if not goals:
        raise ModelError("pareto needs at least one score, such as pareto(a + b, c)")
    scored = compiled.model.with_constraints(compiled.model.constraints)
    objectives = [goal.objective(scored, scored._auxiliaries) for goal in goals_of(Sense.MAXIMIZE, goals)]
    order, stages = in_order(objectives), _Stages(compiled, scored, givens, limits, start)
    points: list[Point] = []
    conditions: list[Condition] = []
    status = Status.LIMIT
    try:
        while True:
            result = stages.best(objectives, conditions)
            if result.status is Status.INFEASIBLE:
                status = Status.COMPLETE if points else Status.INFEASIBLE
            if result.status is not Status.OPTIMAL or result.solution is None:
                break
            if any(_dominates(order, point.scores, result.scores) for point in points):
                raise UnsoundAnswerError(f"{compiled.solver_name} gave a solution that an earlier one dominates")
            points.append(Point(result.scores, _in_terms_of(compiled.model, result.solution)))
            better = AnyOf([_as_good_as(*pair) for pair in _improved(objectives, result.scores)])
            conditions = [better] if len(objectives) < 3 else [*conditions, better]
    except KeyboardInterrupt:
        status = Status.LIMIT
    return Front(stages.solver_name, status, tuple(map(str, objectives)), tuple(points), stages.spent())


def _improved(objectives: Sequence[Objective], scores: Sequence[int]) -> Iterator[tuple[Objective, int]]:
    """The least improvement of each score but the first, which does not get better from point to point."""
    for objective, score in zip(objectives[1:], scores[1:], strict=True):
        yield objective, score + objective.gain(1)


def _dominates(order: Objective, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether scores are all as good as others, equal ones included."""
    return all(mine >= theirs for mine, theirs in zip(order.gains(one), order.gains(other), strict=True))


def composed_target(objective: Objective, target: Target) -> int:
    """The score of `Objective.composed` that stands for a target; with the first score alone, any others are enough.

    Raises
    ------
    ModelError
        If there are not as many scores as the objective has.
    """
    stages = objective.stages
    if isinstance(target, int):
        lowest = [min(map(stage.gain, stage.bounds())) for stage in stages[1:]]
        target = (target, *(stage.gain(gain) for stage, gain in zip(stages[1:], lowest, strict=True)))
    given = integers(target, "the target", "a score, or a list of scores")
    if len(given) != len(stages):
        raise ModelError(f"the target must have {counted(len(stages), 'score')}, not {len(given)}")
    total, weight = 0, 1
    for stage, score in zip(reversed(stages), reversed(given), strict=True):
        lower, upper = stage.bounds()
        total += weight * stage.gain(max(lower - 1, min(upper + 1, score)))
        weight *= upper - lower + 1
    return total


def ranked_in_order(model: Model, ranking: Ranking) -> Ranking:
    """A ranking by `Objective.composed` with the scores of the model's objective."""
    assert model.objective is not None
    solutions = tuple([_in_terms_of(model, solution) for solution in ranking.solutions])
    scores = tuple([model.objective.scores(solution) for solution in solutions])
    bound = scores[-1][0] if scores and ranking.status is Status.OPTIMAL else None
    first = tuple([each[0] for each in scores])
    return replace(ranking, solutions=solutions, objectives=first, bound=bound, scores=scores)


def improved_in_order(model: Model, improver: Improver) -> Improver:
    """Improvements by `Objective.composed` with the scores of the model's objective."""
    while True:
        try:
            yield _in_order(model, next(improver))
        except StopIteration as end:
            return _in_order(model, end.value)


def _in_order(model: Model, result: Result) -> Result:
    if result.solution is None or model.objective is None:
        return replace(result, bound=None)
    solution = _in_terms_of(model, result.solution)
    scores = model.objective.scores(solution)
    is_best = result.status is Status.OPTIMAL
    bounds = scores if is_best else (None,) * len(scores)
    return replace(result, solution=solution, objective=scores[0], bound=bounds[0], scores=scores, bounds=bounds)


def solved_from(compiled: LoweredModel, hint: Givens, givens: Givens, limits: Limits) -> Result:
    """Search among the grids that agree with a hint for a while, and then among all, from the score so far.

    For solvers that cannot begin at values.

    Parameters
    ----------
    compiled
        The compiled model.
    hint
        The values to try first.
    givens, limits
        See `CompiledModel.solve`.

    Returns
    -------
    Result
        The result, as without a hint; with an objective and a limit, at least as good as what agrees with the hint.

    Raises
    ------
    UnsoundAnswerError
        If the solver denies a solution that it gave.
    """
    start, objective = monotonic(), compiled.model.objective
    most = HINTED_NODES if limits.nodes is None else min(HINTED_NODES, limits.nodes)
    first = compiled._count({**hint, **givens}, 1, replace(limits, nodes=most))
    spent = first.statistics

    def left() -> Limits:
        rest = limits.after(start)
        return rest if rest.nodes is None else replace(rest, nodes=max(0, rest.nodes - spent.nodes))

    if first.solution is None:
        result = compiled._solve(givens, left())
    elif objective is None:
        result = replace(first, status=Status.SOLVED)
    else:
        compiled.verified(first.solution, givens)
        score = objective.value(first.solution)
        result = best_of(compiled._rank_reaching(score, givens, 1, left()), objective)
        if result.solution is None:
            if result.status is not Status.LIMIT:
                raise UnsoundAnswerError(f"{compiled.solver_name} denies a solution that it gave")
            result = replace(result, solution=first.solution, count=1, objective=score)
    total = Statistics(result.statistics.nodes, result.statistics.propagations, monotonic() - start)
    if result.statistics is not spent:
        total = Statistics(total.nodes + spent.nodes, total.propagations + spent.propagations, total.seconds)
    return replace(result, statistics=total)
