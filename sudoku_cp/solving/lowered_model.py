"""Models that a solver has lowered: the answers to the questions of compiled models, each verified."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Self, Unpack, cast

from sudoku_cp._base.errors import ModelError, UnsoundAnswerError
from sudoku_cp.kernel.cell import AnyGivens, Givens
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import Hint, Target
from sudoku_cp.model.givens import by_cell
from sudoku_cp.model.limits import (
    NO_LIMITS,
    Limits,
    at_least_one,
    limits_and_cubes,
    limits_of,
    target_of,
    threads_of,
)
from sudoku_cp.model.questions import Enumeration, Improvements
from sudoku_cp.solving.array_questions import ArrayQuestions
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.dividing import divider
from sudoku_cp.solving.pickling import packed, unpacked
from sudoku_cp.solving.solution_check import SolutionCheck

if TYPE_CHECKING:
    from sudoku_cp.kernel.expression import Operand
    from sudoku_cp.model.answers import Candidates, Cube, Front, Ranking, Solution
    from sudoku_cp.model.goals import Goal
    from sudoku_cp.model.limits import LimitOptions, QuestionOptions
    from sudoku_cp.model.model import Model
    from sudoku_cp.model.questions import Enumerator, Improver
    from sudoku_cp.solving.pickling import Lowered
    from sudoku_cp.solving.solver import Solver

_INTS = frozenset({int})


class LoweredModel(ArrayQuestions):
    """A model that a solver has lowered. Solvers derive from this class.

    `_enumerate` is the only method that each solver implements; all other answers are based on it, unless a solver
    overrides the method for one. Their ``givens`` are by cell and have been checked, and what they return is verified.

    Parameters
    ----------
    model
        The model that is compiled.
    solver
        The solver that compiles it.
    """

    _opposite: LoweredModel | None = None
    """The same model with the opposite objective, once it is compiled."""
    refusals: tuple[str, ...] = ()
    """Why other solvers, which were to be asked first, cannot express the model."""
    others: tuple[str, ...] = ()
    """The solvers to ask next about a further score that this one cannot express; none where one is chosen by name."""
    _in_order: LoweredModel | None = None
    """The same model with one score in the order of all, once it is compiled."""

    def __init__(self, model: Model, solver: Solver) -> None:
        self.model = model
        self.solver = solver
        self.solver_name = solver.name
        self._lowered = self._declared()

    def __reduce__(self) -> tuple[Callable[[bytes], LoweredModel], tuple[bytes]]:
        """Pickle the solver and the model, which is compiled once in each process that unpickles it.

        Raises
        ------
        ModelError
            If the model was changed after it was compiled.
        """
        return unpacked, (packed(self, self._lowered, self._declared()),)

    def _declared(self) -> Lowered:
        model = self.model
        return len(model.cells), tuple(model.constraints), model.objective, dict(model.pencilmarks)

    def __copy__(self) -> Self:
        """A copy about the same model and the same program; without this, `__reduce__` would compile it again."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def with_threads(self, threads: int) -> Self:
        return self

    def solve(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        hint: Hint | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        limits, cubes = limits_and_cubes("solve", limits, options)
        fixed = self._checked(givens)
        objective = self.model.objective
        if cubes:
            self._refuse_to_divide(hint)
            return divider().solve(self, fixed, limits, cubes)
        if hint is None and (objective is None or objective.then is None):
            result = self._solve(fixed, limits)
        else:
            from sudoku_cp.model.givens import hinted
            from sudoku_cp.solving.stages import solved

            result = solved(self, fixed, limits, None if hint is None else hinted(self.model, hint))
        if result.solution is not None:
            self.verified(result.solution, fixed, result.objective)
        return result

    def count(
        self,
        limit: int | None = None,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        threads: int = 1,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        limit = None if limit is None else at_least_one(limit, "the limit of a count")
        threads = threads_of(threads)
        limits, cubes = limits_and_cubes("count", limits, options)
        fixed = self._checked(givens)
        if isinstance(target, list | tuple):
            lowered, limits, target = self._composed(target, limits)
            counted = lowered.count(limit, fixed, limits, target=target, threads=threads, **cubes)
            return replace(counted, solution=self._own(counted.solution))
        target = None if target is None else target_of(target, self._objective())
        if cubes:
            return divider().count(self.with_threads(threads), fixed, limit, target, limits, cubes)
        if target is None:
            result = self.with_threads(threads)._count(fixed, limit, limits)
        else:
            result = self.with_threads(threads)._count_reaching(target, fixed, limit, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed, target=target)
        return result

    def solutions(
        self,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        **options: Unpack[LimitOptions],
    ) -> Enumeration:
        limits, _ = limits_of("solutions", limits, options)
        fixed = self._checked(givens)
        if target is None:
            return Enumeration(self, fixed, self._enumerate(fixed, limits))
        if isinstance(target, list | tuple):
            lowered, limits, target = self._composed(target, limits)
            return Enumeration(self, fixed, lowered.values_of_solutions(fixed, limits, target))
        target = target_of(target, self._objective())
        return Enumeration(self, fixed, self._enumerate_reaching(target, fixed, limits), target)

    def values_of_solutions(self, givens: Givens, limits: Limits, target: int | None) -> Enumerator:
        """The values of verified solutions, as for `Enumeration`.

        Parameters
        ----------
        givens, limits, target
            See `solutions`.

        Returns
        -------
        Enumerator
            The values.
        """
        enumeration = self.solutions(givens, limits, target=target)
        for solution in enumeration:
            yield solution.values_in_order
        return enumeration.status, enumeration.statistics

    def _own(self, solution: Solution | None) -> Solution | None:
        """A solution of the model with another objective as one of the model."""
        return None if solution is None else self.model.solution(solution.values_in_order)

    def best(
        self,
        number: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: Target | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Ranking:
        objective = self._objective()
        number = at_least_one(number, "the number of best solutions")
        limits, cubes = limits_and_cubes("best", limits, options)
        fixed = self._checked(givens)
        if objective.then is not None or isinstance(target, list | tuple):
            from sudoku_cp.solving.stages import ranked_in_order

            lowered, limits, target = self._composed(target, limits)
            return ranked_in_order(self.model, lowered.best(number, fixed, limits, target=target, **cubes))
        target = None if target is None else target_of(target, objective)
        if cubes:
            return divider().best(self, fixed, number, target, limits, cubes)
        return self._ranked(number, fixed, limits, target)

    def extremes(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> tuple[Result, Result]:
        self._objective()
        limits, cubes = limits_and_cubes("extremes", limits, options)
        return self.solve(givens, limits, **cubes), self.worst(givens, limits, **cubes)

    def worst(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Result:
        start = monotonic()
        limits, cubes = limits_and_cubes("worst", limits, options)
        try:
            opposite = self._opposite_in_time(limits)
        except CompilationStoppedError:
            return Result(self.solver_name, Status.LIMIT, None, 0, statistics=Statistics(seconds=monotonic() - start))
        return opposite.solve(givens, limits.after(start), **cubes)

    @property
    def opposite(self) -> LoweredModel:
        """The same model with the opposite objective."""
        return self._opposite_in_time(NO_LIMITS)

    def _opposite_in_time(self, limits: Limits) -> LoweredModel:
        if self._opposite is None:
            self._opposite = self.solver.compile(self.model.with_objective(self._objective().opposite()), limits)
        return self._opposite

    def candidates(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Candidates:
        limits, cubes = limits_and_cubes("candidates", limits, options)
        fixed = self._checked(givens)
        if cubes:
            return divider().candidates(self, fixed, limits, cubes)
        return replace(self._candidates(fixed, limits), model=self.model)

    def split(self, seconds: float, givens: AnyGivens | None = None, *, cubes: int = 1) -> list[Cube]:
        return divider().split(self, self._checked(givens), seconds, cubes)

    def reach(
        self,
        target: Target,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Result:
        objective, (limits, _) = self._objective(), limits_of("reach", limits, options)
        result = self.count(1, givens, limits, target=target)
        if result.solution is None:
            return result
        scores = objective.scores(result.solution)
        several = scores if len(scores) > 1 else ()
        return replace(result, status=Status.SOLVED, objective=scores[0], scores=several)

    def improvements(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> Improvements:
        objective, (limits, _) = self._objective(), limits_of("improvements", limits, options)
        fixed, nothing = self._checked(givens), Result(self.solver_name, Status.LIMIT)
        if objective.then is None:
            return Improvements(self, fixed, self._improve(fixed, limits), nothing)
        from sudoku_cp.solving.stages import improved_in_order

        lowered, limits, _ = self._composed(None, limits)
        return Improvements(self, fixed, improved_in_order(self.model, lowered._improve(fixed, limits)), nothing)

    def pareto(
        self,
        *goals: Operand | Goal,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Front:
        from sudoku_cp.solving.stages import front

        limits, _ = limits_of("pareto", limits, options)
        return front(self, goals, self._checked(givens), limits)

    # The methods of solvers

    @abstractmethod
    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        """Yield each solution once, as values in cell order; return the status and the cost of the search."""

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        """Find a solution by a count up to 1, or the best one by a ranking of 1."""
        if self.model.objective is not None:
            from sudoku_cp.solving.defaults import best_of

            return best_of(self._rank(givens, 1, limits), self.model.objective)
        result = self._count(givens, 1, limits)
        if result.solution is None:
            return result
        return Result(result.solver, Status.SOLVED, result.solution, result.count, statistics=result.statistics)

    def _solve_from(self, hint: Givens, givens: Givens, limits: Limits) -> Result:
        """See `_solve`; the hint may be wrong, and may contradict the givens."""
        from sudoku_cp.solving.stages import solved_from

        return solved_from(self, hint, givens, limits)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        """Search for a solution with each value that has not occurred in a solution."""
        from sudoku_cp.solving.defaults import probe_candidates

        return probe_candidates(self.model, self.solver_name, self._find, givens, limits)

    def _find(self, givens: Givens, limits: Limits) -> Result:
        """Find a verified solution, ignoring the objective."""
        result = self._count(givens, 1, limits)
        if result.solution is not None:
            self.verified(result.solution, givens)
        return result

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        """Yield nothing, and return the final answer; for solvers that report no intermediate solutions."""
        result = self._solve(givens, limits)
        if result.solution is not None:
            yield result
        return result

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        """Enumerate all solutions and keep the best; for solvers that cannot do better."""
        from sudoku_cp.solving.defaults import ranked

        return ranked(self, self._enumerate(givens, limits), self._objective(), number)

    def _rank_reaching(self, target: int, givens: Givens, number: int, limits: Limits) -> Ranking:
        """Rank all solutions, and leave out those that miss the target; for solvers that cannot do better."""
        from sudoku_cp.solving.defaults import ranking_reaching

        return ranking_reaching(self._rank(givens, number, limits), self._objective(), target)

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        """Enumerate all solutions; for solvers that cannot do better."""
        from sudoku_cp.solving.defaults import reaching

        return reaching(self, self._enumerate(givens, limits), self._objective(), target)

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        from sudoku_cp.solving.defaults import counted

        return counted(self, self._enumerate(givens, limits), limit)

    def _count_reaching(self, target: int, givens: Givens, limit: int | None, limits: Limits) -> Result:
        from sudoku_cp.solving.defaults import counted

        return counted(self, self._enumerate_reaching(target, givens, limits), limit)

    # Arguments, and verification of answers

    def _refuse_to_divide(self, hint: object) -> None:
        if hint is not None:
            raise ModelError("solve: a question that is divided takes no hint")
        if self.model.objective is not None:
            self._refuse_several_scores("solve: a question that is divided")

    def _composed(self, target: Target | None, limits: Limits) -> tuple[LoweredModel, Limits, int | None]:
        """The model with one score in the order of all, the limits that are left, and the target for this score."""
        from sudoku_cp.solving.stages import compiled_further, composed_target

        start, objective = monotonic(), self._objective()
        wanted = None if target is None else composed_target(objective, target)
        if self._in_order is None:
            self._in_order = compiled_further(self, self.model.with_objective(objective.composed()), limits)
        return self._in_order, limits.after(start), wanted

    def _checked(self, givens: AnyGivens | None) -> Givens:
        if givens is None:
            return self.model.givens
        if isinstance(givens, Mapping) and self.model.owns_all(givens):
            values = givens.values()
            if _INTS.issuperset(map(type, values)) and self._common_values.issuperset(values):
                return cast(Givens, dict(givens))  # as `by_cell`, in a fraction of its time
        return by_cell(self.model, givens)

    @cached_property
    def _common_values(self) -> frozenset[int]:
        """The values that are in the domain of every cell."""
        domains = {cell.domain for cell in self.model.cells}
        return frozenset.intersection(*map(frozenset, domains)) if domains else frozenset()

    def verified(
        self, solution: Solution, givens: Givens, objective: int | None = None, *, target: int | None = None
    ) -> Solution:
        """Return the solution after checking it against the model's declared constraints.

        Parameters
        ----------
        solution
            The solution to check.
        givens
            The fixed values that it must keep.
        objective
            The score that the solver reports for it, if any.
        target
            The score that it must reach, if any.

        Returns
        -------
        Solution
            The same solution.

        Raises
        ------
        UnsoundAnswerError
            If it breaks one, its score differs from the reported one, or it is worse than the target.
        """
        self._check.verify(self.solver_name, solution, givens, objective, target)
        return solution

    @cached_property
    def _check(self) -> SolutionCheck:
        return SolutionCheck(self.model)

    def _ranked(self, number: int, givens: Givens, limits: Limits, target: int | None) -> Ranking:
        """The best solutions, verified one by one and in their order."""
        objective = self._objective()
        if target is None:
            ranking = self._rank(givens, number, limits)
        else:
            ranking = self._rank_reaching(target, givens, number, limits)
        for solution, score in zip(ranking.solutions, ranking.objectives, strict=True):
            self.verified(solution, givens, score, target=target)
        gains = [objective.gain(score) for score in ranking.objectives]
        if gains != sorted(gains, reverse=True) or len(set(ranking.solutions)) != len(gains):
            raise UnsoundAnswerError(f"{self.solver_name} gave a ranking out of order, or with a repeated solution")
        return ranking
