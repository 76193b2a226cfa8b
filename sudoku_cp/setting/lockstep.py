"""Random grids and thinned-out puzzles, many at a time: each step asks about all of them in one batch.

Every row has its own source of random choices, and every decision depends on proofs alone. A row is therefore the same
in any batch and on any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.backends.answers import Limits
from sudoku_cp.backends.batch import Batch, empty_value
from sudoku_cp.backends.compiled_model import CompiledModel
from sudoku_cp.model import Board, Cell
from sudoku_cp.setting.sub_puzzles import Unfinished

Grids = NDArray[np.int16]

JUMP = 3
"""One in this many groups of cells is opened in the first step, which nearly always leaves one solution."""

TOGETHER = 5
"""The number of values that are added in one step to a grid with few: five steps there cost as much as a puzzle."""

EARLY = 4
"""One in this many cells is filled in this way."""

NODES = 20_000
"""The node limit for one puzzle: what needs more counts as not proved."""


@dataclass(frozen=True)
class Lockstep:
    """A board, its compiled model, and what all puzzles have in common."""

    board: Board
    compiled: CompiledModel
    fixed: dict[Cell, int]
    """Givens that all puzzles have."""
    threads: int
    limits: Limits
    start: float
    """When the time of the limits began, by `time.monotonic`."""

    def random_grids(self, sources: Sequence[np.random.Generator]) -> tuple[Grids, NDArray[np.bool_]]:
        """Random solutions: values are added to random cells as long as there is a solution, until it is the only one.

        Parameters
        ----------
        sources
            The source of random choices for each row.

        Returns
        -------
        tuple
            The solutions, and for which rows there is one.
        """
        grid = np.array([cell.index for cell in self.board.grid])
        size, digits = len(sources), np.array(self.board.digits, np.int16)
        places = np.stack([source.permutation(grid) for source in sources])
        table = np.tile(digits, (1 + int(grid.max()), 1))
        values = np.stack([source.permuted(table, axis=1) for source in sources])
        grids = self.empty(size)
        solutions = self.empty(size)
        place, value = np.zeros(size, np.int64), np.zeros(size, np.int64)
        active, is_solved = np.ones(size, np.bool_), np.zeros(size, np.bool_)
        is_careful = np.zeros(size, np.bool_)
        while active.any():
            rows = np.flatnonzero(active)
            sizes = np.where(is_careful[rows] | (place[rows] >= len(grid) // EARLY), 1, TOGETHER)
            trial = grids[rows]
            for step in range(TOGETHER):
                cells = places[rows, np.minimum(place[rows] + step, len(grid) - 1)]
                chosen = values[rows, cells, 0 if step else value[rows]]
                old = trial[np.arange(len(rows)), cells]
                is_set = (sizes > step) & (old == self.empty_value)
                trial[np.arange(len(rows)), cells] = np.where(is_set, chosen, old)
            batch = self.solved(trial)
            is_possible = batch.counts > 0
            grids[rows[is_possible]] = trial[is_possible]
            place[rows] += np.where(is_possible, sizes, 0)
            value[rows] = np.where(is_possible, 0, value[rows] + (sizes == 1))
            is_careful[rows] = ~is_possible
            is_only = batch.exact & (batch.counts == 1)
            solutions[rows[is_only]] = batch.solutions[is_only]
            is_solved[rows[is_only]] = True
            active &= ~is_solved & (place < len(grid)) & (value < len(digits))
        return solutions, is_solved

    def thinned(
        self, solutions: Grids, groups: NDArray[np.bool_], orders: NDArray[np.int64], least: NDArray[np.int64]
    ) -> Grids:
        """Open groups of cells one by one, as long as there is one solution.

        Parameters
        ----------
        solutions
            The solution of each row.
        groups
            For each group of cells, which cells are in it.
        orders
            For each row the order of the groups.
        least
            For each row the number of givens that must be left.

        Returns
        -------
        Grids
            The givens of each row.
        """
        grids = self.empty(len(solutions))
        grid = [cell.index for cell in self.board.grid]
        grids[:, grid] = solutions[:, grid]
        jump = len(groups) // JUMP
        first = np.asarray(groups[orders[:, :jump]].any(axis=1), np.bool_)
        is_done = self._open(grids, first, least)
        for step in range(orders.shape[1]):
            mask = groups[orders[:, step]]
            if step < jump:
                mask = mask & ~is_done[:, None]
            self._open(grids, mask, least)
        return grids

    def _open(self, grids: Grids, mask: NDArray[np.bool_], least: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Open the cells of the mask where there is one solution without them; return where that is so."""
        mask = mask & ~self._is_fixed()
        trial = np.where(mask, self.empty_value, grids)
        changes = (trial != grids).any(axis=1) & (self.numbers(trial) >= least)
        rows = np.flatnonzero(changes)
        done = np.zeros(len(grids), np.bool_)
        if len(rows):
            done[rows[self.are_unique(trial[rows])]] = True
            grids[done] = trial[done]
        return done

    def are_minimal(self, grids: Grids) -> NDArray[np.bool_]:
        """Which puzzles have several solutions without any single given, apart from the common ones.

        Parameters
        ----------
        grids
            The givens of each row.

        Returns
        -------
        array
            For each row whether it is minimal.
        """
        rows, cells = np.nonzero((grids != self.empty_value) & ~self._is_fixed())
        without = grids[rows]
        without[np.arange(len(rows)), cells] = self.empty_value
        minimal = np.ones(len(grids), np.bool_)
        if len(rows):
            minimal[rows[self.solved(without).counts < 2]] = False
        return minimal

    def are_unique(self, grids: Grids) -> NDArray[np.bool_]:
        """Which puzzles are proved to have one solution.

        Parameters
        ----------
        grids
            The givens of each row.

        Returns
        -------
        array
            For each row whether it is proved.
        """
        batch = self.solved(grids)
        unique: NDArray[np.bool_] = batch.exact & (batch.counts == 1)
        return unique

    def numbers(self, grids: Grids) -> NDArray[np.int64]:
        """The number of givens of each row.

        Parameters
        ----------
        grids
            The givens of each row.

        Returns
        -------
        array
            The numbers.
        """
        numbers: NDArray[np.int64] = (grids != self.empty_value).sum(axis=1)
        return numbers

    def solved(self, grids: Grids) -> Batch:
        """Search for two solutions of each row.

        Parameters
        ----------
        grids
            The givens of each row.

        Returns
        -------
        Batch
            The answers.

        Raises
        ------
        Unfinished
            If the time is up, or the work is cancelled.
        """
        left = self.limits.after(self.start)
        limits = Limits(left.seconds, NODES, left.cancel)
        batch = self.compiled.solve_many(grids, limit=2, threads=self.threads, limits=limits)
        is_late = left.seconds is not None and monotonic() > self.start + (self.limits.seconds or 0)
        if is_late or (left.cancel is not None and left.cancel.is_set()):
            raise Unfinished
        return batch

    def empty(self, rows: int) -> Grids:
        """Rows with the common givens only.

        Parameters
        ----------
        rows
            Their number.

        Returns
        -------
        Grids
            The rows.
        """
        grids = np.full((rows, len(self.compiled.model.cells)), self.empty_value, np.int16)
        for cell, value in self.fixed.items():
            grids[:, cell.index] = value
        return grids

    @property
    def empty_value(self) -> int:
        """The mark of an open cell."""
        return empty_value(self.compiled.model)

    def _is_fixed(self) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.compiled.model.cells), np.bool_)
        mask[[cell.index for cell in self.fixed]] = True
        return mask
