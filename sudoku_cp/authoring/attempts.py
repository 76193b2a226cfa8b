"""Attempts at new puzzles, in batches: random solutions, from which givens are taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.authoring.clue_stock import ClueStock
from sudoku_cp.authoring.lockstep import Lockstep
from sudoku_cp.authoring.random_grids import RandomGrids
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.authoring.wishes import Wishes
from sudoku_cp.model import Board, Cell, ModelError, Solution
from sudoku_cp.model.batches import Grids
from sudoku_cp.model.limits import Progress
from sudoku_cp.rating import Rating
from sudoku_cp.solving.uncompiled import compiled_in_time

ROWS = 1024
"""The largest number of attempts in one batch."""

GROWTH = 4
"""How many times as many attempts a batch has as the one before it: small ones take longer for each attempt."""

TRIES_OF_CLUES = 50
"""The number of solutions without room for the clues after which these are taken not to fit, if none had room."""

BLOCK = 64
"""The number of attempts whose random numbers come from one source."""


@dataclass(frozen=True)
class Generated:
    """A new puzzle."""

    givens: dict[Cell, int]
    """The fixed values."""
    solution: Solution
    """Its only solution."""
    seed: int
    """The seed of the run."""
    attempt: int
    """The number of the attempt: with the seed and the wishes, it determines the puzzle."""
    base: Board
    """The board with its clues, and with the givens that all puzzles have."""
    rating: Rating | None = None
    """The rating, if a rating or a technique was requested."""

    @cached_property
    def board(self) -> Board:
        """The board with its clues and givens."""
        board = self.base.with_constraints(self.base.constraints, self.base.clues)
        board.givens = dict(self.givens)
        return board


@dataclass
class Attempts:
    """The attempts at puzzles of a board, each determined by its number, the seed and the wishes."""

    board: Board
    lockstep: Lockstep
    seed: int
    wanted: Wishes
    most_attempts: int | None
    """None for any number."""
    without_clues: int = 0
    """The number of attempts for which no clues were found."""
    has_room: bool = False
    """Whether clues were found for an attempt."""
    found: int = 0
    """The number of successful attempts so far."""
    _start: float = field(default_factory=monotonic)

    def run(self, groups: list[tuple[Cell, ...]]) -> Iterator[Generated]:
        """Yield the successful attempts in order."""
        attempt, rows = 0, 1
        while self.most_attempts is None or attempt < self.most_attempts:
            try:
                for each in self._attempts(range(attempt, attempt + rows), groups):
                    self.found += 1
                    yield each
            except Unfinished:
                return
            attempt += rows
            rows = min(GROWTH * rows, ROWS)
            self._report(attempt)

    def _report(self, finished: int) -> None:
        """Report the number of finished attempts."""
        if self.lockstep.limits.on_progress is not None:
            progress = Progress(monotonic() - self._start, 0, self.found, attempts=finished)
            self.lockstep.limits.on_progress(progress)

    def _attempts(self, attempts: range, groups: list[tuple[Cell, ...]]) -> Iterator[Generated]:
        number, digits = len(self.board.grid), len(self.board.digits)
        drawn = self._drawn(attempts, number * (1 + digits) + len(groups) + 1)
        places, keys, choices = np.split(drawn, [number, number * (1 + digits)], axis=1)
        grids = RandomGrids(self.lockstep, _orders(places), keys.reshape(-1, number, digits))
        if not self.wanted.clues:
            return self._finished(self.lockstep, grids.solutions, grids.is_solved, choices, attempts, groups)
        return self._with_clues(grids, choices, attempts, groups)

    def _drawn(self, attempts: range, number: int) -> NDArray[np.float32]:
        """Random numbers from 0 to 1 for each attempt."""
        first, last = attempts[0] // BLOCK, attempts[-1] // BLOCK
        sources = (np.random.default_rng([self.seed, block]) for block in range(first, last + 1))
        drawn = np.concatenate([source.random((BLOCK, number), np.float32) for source in sources])
        return drawn[attempts[0] - first * BLOCK :][: len(attempts)]

    def _with_clues(
        self, grids: RandomGrids, choices: NDArray[np.float32], attempts: range, groups: list[tuple[Cell, ...]]
    ) -> Iterator[Generated]:
        """Give each solution clues of its own, and finish it alone."""
        for row in np.flatnonzero(grids.is_solved).tolist():
            self._report(attempts[row])
            solution = self.board.solution(grids.solutions[row].tolist())
            stock = ClueStock(self.board, solution, np.random.default_rng([self.seed, 0, attempts[row]]))
            drawn = [stock.clues(*wanted) for wanted in self.wanted.clues]
            found = [clue for clues in drawn if clues is not None for clue in clues]
            if any(clues is None for clues in drawn):
                self.without_clues += 1
                if self.without_clues >= TRIES_OF_CLUES and not self.has_room:
                    wanted = ", ".join(f"{number} of {rule.name}" for rule, number in self.wanted.clues)
                    raise ModelError(f"{self.board.name} has no room for these clues: {wanted}")
                continue
            self.has_room = True
            board = self.board.with_constraints(self.board.constraints, self.board.clues)
            board.add(*found)
            limits = self.lockstep.limits.after(self.lockstep.start)
            compiled, _ = compiled_in_time(self.lockstep.compiled.solver, board, limits)
            lockstep = replace(self.lockstep, board=board, compiled=compiled)
            one = slice(row, row + 1)
            kept = np.ones(1, np.bool_)
            yield from self._finished(lockstep, grids.solutions[one], kept, choices[one], attempts[one], groups)

    def _finished(
        self,
        lockstep: Lockstep,
        solutions: Grids,
        is_solved: NDArray[np.bool_],
        choices: NDArray[np.float32],
        attempts: range,
        groups: list[tuple[Cell, ...]],
    ) -> Iterator[Generated]:
        """The puzzles with these solutions that are as wanted."""
        grids = self._givens(lockstep, solutions, choices, groups)
        batch = lockstep.solved(grids)
        is_good = is_solved & batch.exact & (batch.counts == 1)
        if self.wanted.givens is not None:
            numbers = lockstep.numbers(grids)
            is_good &= (numbers >= self.wanted.givens[0]) & (numbers <= self.wanted.givens[1])
        if self.wanted.minimal and is_good.any():
            good = np.flatnonzero(is_good)
            is_good[good] = lockstep.are_minimal(grids[good])
        rows = np.flatnonzero(is_good)
        made = self._puzzles(lockstep, grids[rows], batch.solutions[rows], [attempts[row] for row in rows])
        difficulty = self.wanted.difficulty
        if difficulty is None or not made:
            yield from made
            return
        ratings = difficulty.rated([each.board for each in made], lockstep.threads, lockstep.limits)
        for each, rating in zip(made, ratings, strict=True):
            if difficulty.suits(each.board, rating, lockstep.is_over):
                yield replace(each, rating=rating)

    def _givens(
        self,
        lockstep: Lockstep,
        solutions: Grids,
        choices: NDArray[np.float32],
        groups: list[tuple[Cell, ...]],
    ) -> Grids:
        if self.wanted.pattern is not None:
            grids, cells = lockstep.empty(len(solutions)), [cell.index for cell in self.wanted.pattern]
            grids[:, cells] = solutions[:, cells]
            return grids
        masks = np.stack([self._mask(lockstep, group) for group in groups])
        low, high = self.wanted.givens or (0, 0)
        least = low + (choices[:, -1] * np.float64(high + 1 - low)).astype(np.int64)
        return lockstep.thinned(solutions, masks, _orders(choices[:, :-1]), least)

    def _mask(self, lockstep: Lockstep, cells: Iterable[Cell]) -> NDArray[np.bool_]:
        mask = np.zeros(len(lockstep.compiled.model.cells), np.bool_)
        mask[[cell.index for cell in cells]] = True
        return mask

    def _puzzles(self, lockstep: Lockstep, givens: Grids, solutions: Grids, attempts: Iterable[int]) -> list[Generated]:
        cells, board, made = self.board.cells, lockstep.board, []
        rows = zip(lockstep.is_given(givens), solutions.tolist(), attempts, strict=True)
        for is_given, solution, attempt in rows:
            fixed = {cells[place]: solution[place] for place in is_given.nonzero()[0].tolist()}
            made.append(Generated(fixed, self.board.solution(solution), self.seed, attempt, board))
        return made


def _orders(keys: NDArray[np.float32]) -> NDArray[np.int64]:
    """A random order for each row of random numbers."""
    return keys.argsort(axis=1, kind="stable")
