"""Questions about many puzzles at once, given as arrays; each is about a model that a solver has lowered."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.limits import Limits, at_least_one, limits_of, threads_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.model.answers import Result
    from sudoku_cp.model.batches import Batch, Grids
    from sudoku_cp.model.limits import LimitOptions
    from sudoku_cp.model.objective import Objective
    from sudoku_cp.solving.batch import ArrayCheck, Form
    from sudoku_cp.solving.solution_check import SolutionCheck


class ArrayQuestions(CompiledModel):
    """The questions of `LoweredModel` about arrays; a solver that cannot do better solves the puzzles one by one."""

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

        self._refuse_several_scores("best_many")
        limits, _ = limits_of("best_many", limits, options)
        threads = threads_of(threads)
        grids = read_grids(self._form, givens, threads)
        batch = self._best_many(grids, threads, limits)
        return verify_batch(self.solver_name, self.model, self._array_check, grids, batch, threads)

    @abstractmethod
    def _solve(self, givens: Givens, limits: Limits) -> Result:
        """Find a solution, or the best one."""

    @abstractmethod
    def _count(self, givens: Givens, limit: int | None, limits: Limits) -> Result:
        """Count the solutions, up to a limit."""

    @property
    @abstractmethod
    def _check(self) -> SolutionCheck:
        """What checks a solution."""

    def _solve_many(self, givens: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.batch import solve_one_by_one

        def count(fixed: Givens, left: Limits) -> Result:
            return self._count(fixed, limit, left)

        return solve_one_by_one(self.model, count, givens, limits)

    def _best_many(self, givens: Grids, threads: int, limits: Limits) -> Batch:
        from sudoku_cp.solving.batch import best_one_by_one

        return best_one_by_one(self.model, self._solve, givens, limits)

    def _objective(self) -> Objective:
        if self.model.objective is None:
            raise ModelError(f"{self.model.name} has no score: declare one with maximize or minimize")
        return self.model.objective

    def _refuse_several_scores(self, what: str) -> None:
        if self._objective().then is not None:
            raise ModelError(f"{what} has one score, and {self.model.name} has {len(self._objective().stages)}")

    @cached_property
    def _form(self) -> Form:
        from sudoku_cp.solving.batch import Form

        return Form(self.model)

    @cached_property
    def _array_check(self) -> ArrayCheck:
        from sudoku_cp.solving.batch import ArrayCheck

        return ArrayCheck(self._check)
