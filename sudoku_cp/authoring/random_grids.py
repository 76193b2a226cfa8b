"""Random solutions of a board, many at a time.

Where all constraints say that cells differ, a small search (``native/filling/random_fill.hpp``) fills grid after grid.
The grids that it gives up, and all other boards, are filled step by step, and each step asks about all of them in one
batch: cell by cell in a random order, the first possible value of a random order of the values is added, until there is
one solution. Most questions are spared: about values that a house excludes, about values of a solution that is known
already, and about single values where several at once turn out to be possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp.authoring.lockstep import Lockstep
from sudoku_cp.model.batches import Grids

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
    lockstep
        The board, and how to ask about it.
    places
        For each row the order in which the cells are filled, as indices into ``board.grid``.
    keys
        For each row, cell and digit a random number: lesser ones come first.
    """

    lockstep: Lockstep
    places: Numbers
    keys: NDArray[np.float32]
    solutions: Grids = field(init=False)
    """The last solution that was found for each row."""
    is_solved: Flags = field(init=False)
    """For which rows there is a solution."""

    def __post_init__(self) -> None:
        board, rows = self.lockstep.board, len(self.places)
        self._digits = np.array(board.digits, self.lockstep.empty(0).dtype)
        self._cells = np.array([cell.index for cell in board.grid])
        self._peers = self.lockstep.peers
        self._grids, self.solutions = self.lockstep.empty(rows), self.lockstep.empty(rows)
        self._allowed = np.tile(self._allowed_at_first(), (rows, 1, 1))
        self._place, self._size = np.zeros(rows, np.int64), np.full(rows, max(len(self._cells) // FIRST, 1))
        self._is_known, self.is_solved = np.zeros(rows, np.bool_), np.zeros(rows, np.bool_)
        self._active, self._doubts = np.ones(rows, np.bool_), np.zeros(rows, np.int64)
        if self.lockstep.has_only_differences:
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
        board = self.lockstep.board
        domains = [board.domain_of(cell) for cell in board.grid]
        allowed = np.array(
            [[digit in domain for digit in board.digits] for domain in domains] + [[True] * len(board.digits)]
        )
        for place, cell in enumerate(board.grid):
            if cell in self.lockstep.fixed:
                digit = board.digits.index(self.lockstep.fixed[cell])
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
        batch = self.lockstep.solved(grids[asked])
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
