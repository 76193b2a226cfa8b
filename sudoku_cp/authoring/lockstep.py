"""Thinned-out puzzles, many at a time: each step asks about all of them in one batch.

Every decision depends on proofs alone. A row is therefore the same in any batch and on any number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.human.marks import different_cells, is_difference
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.batches import Batch, Grids
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.batch import grid_type, open_mark
from sudoku_cp.solving.lowered_model import LoweredModel

RUNS = ((0.4, 0.4), (0.5, 0.1), (0.57, 0.04), (0.65, 0.025))
"""Up to which part of the groups which part of them is opened at once; then single groups.

The first ones of a random order nearly always leave one solution, and the last ones seldom do.
"""

SHARED = 20_000
"""The number of cells from which threads share a batch: starting them takes as long as some puzzles."""

MOST_DIGITS = 64
"""The number of digits up to which grids of cells that differ are filled without questions."""

NODES = 20_000
"""The node limit for one puzzle: what needs more counts as not proved."""


@dataclass(frozen=True)
class Lockstep:
    """A board, its compiled model, and what all puzzles have in common."""

    board: Board
    compiled: LoweredModel
    fixed: dict[Cell, int]
    """Givens that all puzzles have."""
    threads: int
    limits: Limits
    start: float
    """When the time of the limits began, by `time.monotonic`."""

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
        groups = groups & ~self._is_fixed
        number = orders.shape[1]
        place, most = np.zeros(len(grids), np.int64), np.full(len(grids), number)
        failed = np.full(len(grids), 2 * number)  # where a run ends that cannot be opened from the place on
        while len(rows := np.flatnonzero(place < number)):
            sizes = np.minimum(_run(place[rows], number), most[rows])
            sizes = np.minimum(sizes, np.minimum(number, failed[rows] - 1) - place[rows])
            mask = groups[orders[rows, place[rows]]]
            for step in range(1, int(sizes.max())):
                at = np.flatnonzero(sizes > step)
                mask[at] |= groups[orders[rows[at], place[rows[at]] + step]]
            is_done = self._open(grids, rows, mask, least)
            ends = place[rows] + sizes
            most[rows] = np.where(is_done, number, np.maximum(sizes // 2, 1))
            failed[rows] = np.where(is_done, failed[rows], ends)
            place[rows] = np.where(is_done, ends, place[rows])
            is_known = place[rows] + 1 == failed[rows]  # its last group cannot be opened after the others
            place[rows] += is_known
            failed[rows[is_known]], most[rows[is_known]] = 2 * number, number
        return grids

    def _open(
        self, grids: Grids, rows: NDArray[np.int64], mask: NDArray[np.bool_], least: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Open the cells of the mask in some rows where there is one solution without them; return where that is so."""
        trial = np.where(mask, self._empty_value, grids[rows])
        is_done = np.zeros(len(rows), np.bool_)
        if self.fixed:
            is_done |= ~mask.any(axis=1)
        is_enough = self.numbers(trial) >= least[rows] if least.any() else True
        asked = np.flatnonzero(~is_done & is_enough)
        if len(asked):
            is_done[asked] = self.are_unique(trial if len(asked) == len(trial) else trial[asked])
            grids[rows[is_done]] = trial[is_done]
        return is_done

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
        rows, cells = np.nonzero(self.is_given(grids) & ~self._is_fixed)
        without = grids[rows]
        without[np.arange(len(rows)), cells] = self._empty_value
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
        numbers: NDArray[np.int64] = self.is_given(grids).sum(axis=1)
        return numbers

    def is_given(self, grids: Grids) -> NDArray[np.bool_]:
        """Which cells of some puzzles are given.

        Parameters
        ----------
        grids
            The givens of each row, or of one.

        Returns
        -------
        array
            For each cell whether it is.
        """
        given: NDArray[np.bool_] = grids != self._empty_value
        return given

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
        limits = Limits(self.limits.after(self.start).seconds, NODES, self.limits.cancel)
        threads = self.threads if grids.size >= SHARED else 1
        batch = self.compiled.solve_grids(grids, 2, threads, limits)
        if self.is_over():
            raise Unfinished
        return batch

    def is_over(self) -> bool:
        """Whether the time is up, or the work is cancelled.

        Returns
        -------
        bool
            Whether it is so.
        """
        is_late = self.limits.seconds is not None and monotonic() > self.start + self.limits.seconds
        return is_late or (self.limits.cancel is not None and self.limits.cancel.is_set())

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
        grids = np.full((rows, len(self.compiled.model.cells)), self._empty_value, self._kind)
        for cell, value in self.fixed.items():
            grids[:, cell.index] = value
        return grids

    @cached_property
    def peers(self) -> NDArray[np.int64]:
        """For each cell of the grid the cells of the grid that differ from it, as places in it.

        Rows are filled up with the place after the last cell.
        """
        grid, different = self.board.grid, different_cells(self.board)
        at = {cell.index: place for place, cell in enumerate(grid)}
        found = [[at[other] for other in different[cell.index] if other in at] for cell in grid]
        most = max(map(len, found))
        return np.array([[*each, *[len(grid)] * (most - len(each))] for each in found], np.int64)

    @cached_property
    def has_only_differences(self) -> bool:
        """Whether all constraints say that cells of the grid differ, in pairs or sets."""
        board = self.board
        constraints = all(isinstance(each, AllDifferent) or is_difference(each) for each in board.constraints)
        return constraints and len(board.cells) == len(board.grid) and len(board.digits) <= MOST_DIGITS

    @cached_property
    def _empty_value(self) -> int:
        return open_mark(np.empty(0, self._kind))

    @cached_property
    def _kind(self) -> np.dtype[np.signedinteger]:
        return grid_type(self.compiled.model)

    @cached_property
    def _is_fixed(self) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.compiled.model.cells), np.bool_)
        mask[[cell.index for cell in self.fixed]] = True
        return mask


def _run(places: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """How many groups are opened at once, after as many of all."""
    bounds = np.array([bound for bound, _ in RUNS]) * number
    sizes = np.array([*(max(int(part * number), 1) for _, part in RUNS), 1])
    runs: NDArray[np.int64] = sizes[bounds.searchsorted(places, "right")]
    return runs
