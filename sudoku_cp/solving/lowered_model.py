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
from sudoku_cp.model.compiled import CompiledModel, Enumeration, Improvements
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
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.dividing import divider
from sudoku_cp.solving.pickling import packed, unpacked
from sudoku_cp.solving.solution_check import SolutionCheck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.model.answers import Candidates, Cube, Ranking, Solution
    from sudoku_cp.model.batches import Batch, Grids
    from sudoku_cp.model.compiled import Enumerator, Improver
    from sudoku_cp.model.limits import LimitOptions, QuestionOptions
    from sudoku_cp.model.model import Model
    from sudoku_cp.model.objective import Objective
    from sudoku_cp.solving.batch import ArrayCheck, Form
    from sudoku_cp.solving.pickling import Lowered
    from sudoku_cp.solving.solver import Solver

_INTS = frozenset({int})


class LoweredModel(CompiledModel):
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
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[QuestionOptions]
    ) -> Result:
        limits, cubes = limits_and_cubes("solve", limits, options)
        fixed = self._checked(givens)
        if cubes:
            return divider().solve(self, fixed, limits, cubes)
        result = self._solve(fixed, limits)
        if result.solution is not None:
            self.verified(result.solution, fixed, result.objective)
        return result

    def count(
        self,
        limit: int | None = None,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        threads: int = 1,
        **options: Unpack[QuestionOptions],
    ) -> Result:
        limit = None if limit is None else at_least_one(limit, "the limit of a count")
        threads = threads_of(threads)
        limits, cubes = limits_and_cubes("count", limits, options)
        fixed = self._checked(givens)
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
        target: int | None = None,
        **options: Unpack[LimitOptions],
    ) -> Enumeration:
        limits, _ = limits_of("solutions", limits, options)
        fixed = self._checked(givens)
        if target is None:
            return Enumeration(self, fixed, self._enumerate(fixed, limits))
        target = target_of(target, self._objective())
        return Enumeration(self, fixed, self._enumerate_reaching(target, fixed, limits), target)

    def best(
        self,
        number: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        *,
        target: int | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Ranking:
        objective = self._objective()
        number = at_least_one(number, "the number of best solutions")
        limits, cubes = limits_and_cubes("best", limits, options)
        fixed = self._checked(givens)
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
        target: int,
        givens: AnyGivens | None = None,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Result:
        objective, (limits, _) = self._objective(), limits_of("reach", limits, options)
        fixed, target = self._checked(givens), target_of(target, objective)
        result = self._count_reaching(target, fixed, 1, limits)
        if result.solution is None:
            return result
        self.verified(result.solution, fixed, target=target)
        score = objective.value(result.solution)
        return Result(self.solver_name, Status.SOLVED, result.solution, 1, score, statistics=result.statistics)

    def improvements(
        self, givens: AnyGivens | None = None, limits: Limits | None = None, **options: Unpack[LimitOptions]
    ) -> Improvements:
        self._objective()
        limits, _ = limits_of("improvements", limits, options)
        fixed = self._checked(givens)
        return Improvements(self, fixed, self._improve(fixed, limits), Result(self.solver_name, Status.LIMIT))

    def solve_many(
        self,
        givens: NDArray[np.integer],
        *,
        limit: int = 1,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        from sudoku_cp.solving.batch import read_grids

        limits, _ = limits_of("solve_many", limits, options)
        return self.solve_grids(read_grids(self._form, givens, threads_of(threads)), limit, threads, limits)

    def solve_grids(self, grids: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        """Solve puzzles whose values are known to be digits of their cells; see `solve_many`.

        Parameters
        ----------
        grids
            The puzzles in the form for solvers, as `batch.read_grids` returns them.
        limit, threads, limits
            See `solve_many`.

        Returns
        -------
        Batch
            See `solve_many`.
        """
        from sudoku_cp.solving.batch import verify_batch

        limit, threads = at_least_one(limit, "the limit of a batch"), threads_of(threads)
        batch = self._solve_many(grids, limit, threads, limits)
        return verify_batch(self.solver_name, self.model, self._array_check, grids, batch, threads)

    def best_many(
        self,
        givens: NDArray[np.integer],
        *,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        from sudoku_cp.solving.batch import read_grids, verify_batch

        self._objective()
        limits, _ = limits_of("best_many", limits, options)
        threads = threads_of(threads)
        grids = read_grids(self._form, givens, threads)
        batch = self._best_many(grids, threads, limits)
        return verify_batch(self.solver_name, self.model, self._array_check, grids, batch, threads)

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

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.batch import solve_one_by_one

        def count(fixed: Givens, left: Limits) -> Result:
            return self._count(fixed, limit, left)

        return solve_one_by_one(self.model, count, givens, limits)

    def _best_many(self, givens: Grids, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.batch import best_one_by_one

        return best_one_by_one(self.model, self._solve, givens, limits)

    # Arguments, and verification of answers

    def _objective(self) -> Objective:
        if self.model.objective is None:
            raise ModelError(f"{self.model.name} has no score: declare one with maximize or minimize")
        return self.model.objective

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

    @cached_property
    def _form(self) -> Form:
        from sudoku_cp.solving.batch import Form

        return Form(self.model)

    @cached_property
    def _array_check(self) -> ArrayCheck:
        from sudoku_cp.solving.batch import ArrayCheck

        return ArrayCheck(self._check)
