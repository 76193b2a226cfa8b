"""The questions of a compiled model about many puzzles at once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from sudoku_cp.model.answers import Limits, limits_of
from sudoku_cp.model.numbers import at_least_one, threads_of
from sudoku_cp.solving.solver_methods import SolverMethods

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudoku_cp.model.answers import LimitOptions
    from sudoku_cp.solving.array_check import ArrayCheck
    from sudoku_cp.solving.batch import Batch, Form, Grids


class BatchQuestions(SolverMethods):
    """The questions whose givens and answers are arrays; numpy is loaded when one is asked."""

    def solve_many(
        self,
        givens: NDArray[np.integer],
        *,
        limit: int = 1,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        """Solve many puzzles of the model at once, ignoring the objective (see `best_many`).

        Parameters
        ----------
        givens
            Integers of shape (puzzles, cells) in cell order. Open cells have a number up to 0 that no cell can have.
        limit
            The number of solutions to search for in each puzzle: 1 finds one, 2 shows whether it is unique.
        threads
            The number of threads, if the backend supports threads.
        limits
            The time limit applies to the whole batch, the node limit to each puzzle; fields may be
            keywords.
        **options
            The limits ``seconds``, ``nodes``, ``cancel`` and ``on_progress``.

        Returns
        -------
        Batch
            Solutions, counts and statuses as arrays with one entry for each puzzle.

        Raises
        ------
        ModelError
            If the array has a wrong shape or a value that is not a digit.
        """
        from sudoku_cp.solving.batch import read_grids

        limits, _ = limits_of("solve_many", limits, options)
        return self.solve_grids(read_grids(self._form, givens, threads_of(threads)), limit, threads, limits)

    def solve_grids(self, grids: Grids, limit: int, threads: int, limits: Limits) -> Batch:
        """Solve puzzles whose values are known to be digits of their cells; see `solve_many`.

        Parameters
        ----------
        grids
            The puzzles in the form for backends, as `batch.read_grids` returns them.
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
        return verify_batch(self.backend, self.model, self._array_check, grids, batch, threads)

    def best_many(
        self,
        givens: NDArray[np.integer],
        *,
        threads: int = 1,
        limits: Limits | None = None,
        **options: Unpack[LimitOptions],
    ) -> Batch:
        """Find the best solution of many puzzles of the model, and prove it.

        Parameters
        ----------
        givens, threads, limits, **options
            See `solve_many`.

        Returns
        -------
        Batch
            Best solutions with scores and bounds. The counts are 1 or 0, and ``exact`` tells whether the best solution,
            or its absence, is proved.
        """
        from sudoku_cp.solving.batch import read_grids, verify_batch

        self._objective()
        limits, _ = limits_of("best_many", limits, options)
        threads = threads_of(threads)
        grids = read_grids(self._form, givens, threads)
        batch = self._best_many(grids, threads, limits)
        return verify_batch(self.backend, self.model, self._array_check, grids, batch, threads)

    @cached_property
    def _form(self) -> Form:
        from sudoku_cp.solving.batch import Form

        return Form(self.model)

    @cached_property
    def _array_check(self) -> ArrayCheck:
        from sudoku_cp.solving.array_check import ArrayCheck

        return ArrayCheck(self._check)
