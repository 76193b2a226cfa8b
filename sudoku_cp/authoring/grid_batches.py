"""Random solutions and thinned-out puzzles of a board, many at a time: each step asks about all of them in one batch.

Every decision depends on proofs alone. A row is therefore the same in any batch and on any number of threads.

Where all constraints say that cells differ, a small search (``native/filling/random_fill.hpp``) fills grid after grid.
The grids that it gives up, and all other boards, are filled step by step: cell by cell in a random order, the first
possible value of a random order of the values is added, until there is one solution. Most questions are spared: about
values that a house excludes, about values of a solution that is known already, and about single values where several at
once turn out to be possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
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
class BatchedBoard:
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


FIRST = 5
"""One in this many cells is filled in the first step, in which the solver would take longest for each cell."""

LESS = 3
"""Each further step fills one in this many of the cells of the last one, down to one cell."""

DOUBTS = 2
"""After this many impossible values in turn, there may be one solution left."""

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


@dataclass
class RandomGrids:
    """Grids that are filled at random.

    Parameters
    ----------
    batched
        The board, and how to ask about it.
    places
        For each row the order in which the cells are filled, as indices into ``board.grid``.
    keys
        For each row, cell and digit a random number: lesser ones come first.
    """

    batched: BatchedBoard
    places: Numbers
    keys: NDArray[np.float32]
    solutions: Grids = field(init=False)
    """The last solution that was found for each row."""
    is_solved: Flags = field(init=False)
    """For which rows there is a solution."""

    def __post_init__(self) -> None:
        board, rows = self.batched.board, len(self.places)
        self._digits = np.array(board.digits, self.batched.empty(0).dtype)
        self._cells = np.array([cell.index for cell in board.grid])
        self._peers = self.batched.peers
        self._grids, self.solutions = self.batched.empty(rows), self.batched.empty(rows)
        self._allowed = np.tile(self._allowed_at_first(), (rows, 1, 1))
        self._place, self._size = np.zeros(rows, np.int64), np.full(rows, max(len(self._cells) // FIRST, 1))
        self._is_known, self.is_solved = np.zeros(rows, np.bool_), np.zeros(rows, np.bool_)
        self._active, self._doubts = np.ones(rows, np.bool_), np.zeros(rows, np.int64)
        if self.batched.has_only_differences:
            self._search()
        while self._active.any():
            self._step()

    def _search(self) -> None:
        """Fill the rows that are easy, without questions."""
        domains = [sum(1 << digit for digit in np.flatnonzero(each).tolist()) for each in self._allowed_at_first()[:-1]]
        if not domains or not all(domains):
            return
        number = len(self._cells)
        peers = [[other for other in each if other < number] for each in self._peers.tolist()]
        filled, grids = np.zeros(len(self.places), np.uint8), np.zeros(self.places.shape, np.uint8)
        order, keys = self.places.argsort(axis=1), np.ascontiguousarray(self.keys)
        _native.fill_at_random(domains, peers, order, keys, grids, filled)
        rows = np.flatnonzero(filled)
        self.solutions[np.ix_(rows, self._cells)] = self._digits[grids[rows]]
        self.is_solved[rows], self._active[rows] = True, False

    def _allowed_at_first(self) -> Flags:
        """For each cell, and one that stands for none, which digits its domain and the fixed givens leave."""
        board = self.batched.board
        domains = [board.domain_of(cell) for cell in board.grid]
        allowed = np.array(
            [[digit in domain for digit in board.digits] for domain in domains] + [[True] * len(board.digits)]
        )
        for place, cell in enumerate(board.grid):
            if cell in self.batched.fixed:
                digit = board.digits.index(self.batched.fixed[cell])
                allowed[self._peers[place], digit] = allowed[place] = False
                allowed[place, digit] = True
        return allowed

    def _step(self) -> None:
        """Try further values in all rows at once."""
        self._add_known_values()
        rows = np.flatnonzero(self._active)
        number, last = len(self._cells), self._place[rows]
        is_check = (last >= number) | (self._doubts[rows] >= DOUBTS)
        sizes = np.where(is_check, 0, np.minimum(self._size[rows], number - last))
        grids, allowed = self._grids[rows], self._allowed[rows]
        is_dead = np.zeros(len(rows), np.bool_)
        for step in range(int(sizes.max(initial=0))):
            at = np.flatnonzero((sizes > step) & ~is_dead)
            cells = self.places[rows[at], last[at] + step]
            is_dead[at] |= ~allowed[at, cells].any(axis=1)
            self._fill(grids, allowed, at, cells, self._first(allowed[at, cells], rows[at], cells))
        asked = np.flatnonzero(~is_dead)
        batch = self.batched.solved(grids[asked])
        counts, is_only = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.bool_)
        counts[asked], is_only[asked] = batch.counts, batch.exact & (batch.counts == 1)
        self.solutions[rows[asked[batch.counts > 0]]] = batch.solutions[batch.counts > 0]
        self._is_known[rows] |= counts > 0
        self.is_solved[rows] = is_only
        self._take(rows, counts > 0, sizes, grids, allowed)
        self._active[rows] &= ~is_only & ((self._place[rows] < number) | ~is_check)

    def _take(self, rows: Numbers, is_possible: Flags, sizes: Numbers, grids: Grids, allowed: Flags) -> None:
        """Keep what is possible; take fewer values where several are not, and another one where one is not."""
        good, bad = np.flatnonzero(is_possible & (sizes > 0)), np.flatnonzero(~is_possible & (sizes == 1))
        self._grids[rows[good]], self._allowed[rows[good]] = grids[good], allowed[good]
        self._place[rows[good]] += sizes[good]
        cells = self.places[rows[bad], self._place[rows[bad]]]
        values = self._first(self._allowed[rows[bad], cells], rows[bad], cells)
        self._allowed[rows[bad], cells, values] = False
        self._active[rows[bad]] = self._allowed[rows[bad], cells].any(axis=1)
        self._size[rows] = np.where(sizes > 0, np.maximum(sizes // np.where(is_possible, LESS, 2), 1), self._size[rows])
        self._doubts[rows] = np.where(is_possible | (sizes != 1), 0, self._doubts[rows] + 1)

    def _add_known_values(self) -> None:
        """Where values are added one by one, add those that the known solution has: they are possible."""
        rows = np.flatnonzero(self._active & self._is_known & (self._size == 1))
        while len(rows := rows[self._place[rows] < len(self._cells)]):
            cells = self.places[rows, self._place[rows]]
            values = self._first(self._allowed[rows, cells], rows, cells)
            is_known = self.solutions[rows, self._cells[cells]] == self._digits[values]
            rows = rows[is_known]
            self._fill(self._grids, self._allowed, rows, cells[is_known], values[is_known])
            self._place[rows] += 1

    def _first(self, allowed: Flags, rows: Numbers, cells: Numbers) -> Numbers:
        """The first allowed digit of each cell in its random order, as an index."""
        found: Numbers = np.where(allowed, self.keys[rows, cells], np.float32(2)).argmin(axis=1)
        return found

    def _fill(self, grids: Grids, allowed: Flags, rows: Numbers, cells: Numbers, digits: Numbers) -> None:
        """Fill one cell in each of some rows."""
        grids[rows, self._cells[cells]] = self._digits[digits]
        allowed[rows[:, None], self._peers[cells], digits[:, None]] = False
        allowed[rows, cells] = False
        allowed[rows, cells, digits] = True
