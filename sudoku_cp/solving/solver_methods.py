"""The methods by which solvers answer the questions of a compiled model, and the check of their solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from sudoku_cp._base.errors import ModelError
from sudoku_cp.model.answers import Limits, Result, Status
from sudoku_cp.model.givens import AnyGivens, Givens, by_cell
from sudoku_cp.solving.pickling import lowered
from sudoku_cp.solving.protocol import Backend
from sudoku_cp.solving.solution_check import SolutionCheck

if TYPE_CHECKING:
    from sudoku_cp.model import Model, Objective, Solution
    from sudoku_cp.model.answers import Candidates, Ranking
    from sudoku_cp.solving.batch import Batch, Grids
    from sudoku_cp.solving.streams import Enumerator, Improver


_INTS = frozenset({int})


class SolverMethods(ABC):
    """What a solver answers for a compiled model: all its solutions, and by default all other answers based on them.

    `_enumerate` is the only method that each solver implements. ``givens`` are by cell and have been checked.
    `sudoku_cp.solving.compiled_model.CompiledModel` asks these methods and verifies the answers.

    Parameters
    ----------
    model
        The model that is compiled.
    solver
        The backend that compiles it.
    """

    def __init__(self, model: Model, solver: Backend) -> None:
        self.model = model
        self.solver = solver
        self.backend = solver.name
        self._lowered = lowered(model)

    @abstractmethod
    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        """Yield each solution once, as values in cell order; return the status and the cost of the search."""

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        """Find a solution by a count up to 1, or the best one by a ranking of 1."""
        if self.model.objective is not None:
            from sudoku_cp.solving.rankings import best_of

            return best_of(self._rank(givens, 1, limits), self.model.objective)
        result = self._count(givens, 1, limits)
        if result.solution is None:
            return result
        return Result(result.backend, Status.SOLVED, result.solution, result.count, statistics=result.statistics)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        """Search for a solution with each value that has not occurred in a solution."""
        from sudoku_cp.solving.candidates import probe_candidates

        return probe_candidates(self.model, self.backend, self._find, givens, limits)

    def _find(self, givens: Givens, limits: Limits) -> Result:
        """Find a verified solution, ignoring the objective."""
        result = self._count(givens, 1, limits)
        if result.solution is not None:
            self.verified(result.solution, givens)
        return result

    def _improve(self, givens: Givens, limits: Limits) -> Improver:
        """Yield nothing, and return the final answer; for backends that report no intermediate solutions."""
        result = self._solve(givens, limits)
        if result.solution is not None:
            yield result
        return result

    def _rank(self, givens: Givens, number: int, limits: Limits) -> Ranking:
        """Enumerate all solutions and keep the best; for backends that cannot do better."""
        from sudoku_cp.solving.rankings import ranked

        return ranked(self, self._enumerate(givens, limits), self._objective(), number)

    def _rank_reaching(self, target: int, givens: Givens, number: int, limits: Limits) -> Ranking:
        """Rank all solutions, and leave out those that miss the target; for backends that cannot do better."""
        from sudoku_cp.solving.rankings import reaching

        return reaching(self._rank(givens, number, limits), self._objective(), target)

    def _enumerate_reaching(self, target: int, givens: Givens, limits: Limits) -> Enumerator:
        """Enumerate all solutions; for backends that cannot do better."""
        from sudoku_cp.solving.listing import reaching

        return reaching(self, self._enumerate(givens, limits), self._objective(), target)

    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        from sudoku_cp.solving.listing import counted

        return counted(self, self._enumerate(givens, limits), limit)

    def _count_reaching(self, target: int, givens: Givens, limit: int | None, limits: Limits) -> Result:
        from sudoku_cp.solving.listing import counted

        return counted(self, self._enumerate_reaching(target, givens, limits), limit)

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.one_by_one import solve_one_by_one

        def count(fixed: Givens, left: Limits) -> Result:
            return self._count(fixed, limit, left)

        return solve_one_by_one(self.model, count, givens, limits)

    def _best_many(self, givens: Grids, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.one_by_one import best_one_by_one

        return best_one_by_one(self.model, self._solve, givens, limits)

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
            The score that the backend reports for it, if any.
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
        self._check.verify(self.backend, solution, givens, objective, target)
        return solution

    @cached_property
    def _check(self) -> SolutionCheck:
        return SolutionCheck(self.model)
