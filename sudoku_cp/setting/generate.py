"""New puzzles of a model, each proved to have one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.backends.answers import Limits, Progress
from sudoku_cp.backends.batch import Grids
from sudoku_cp.model import Board, Cell, ModelError, Solution
from sudoku_cp.model.questions import SOLVER, LimitOptions
from sudoku_cp.rating import Rating
from sudoku_cp.rating.classic import require_classic
from sudoku_cp.rules import Rule
from sudoku_cp.setting.clue_stock import ClueStock, drawable_rule
from sudoku_cp.setting.difficulty import Difficulty
from sudoku_cp.setting.lockstep import Lockstep
from sudoku_cp.setting.random_grids import RandomGrids
from sudoku_cp.setting.sub_puzzles import Unfinished
from sudoku_cp.setting.symmetry import orbits

__all__ = ["Generated", "generate"]

ROWS = 1024
"""The largest number of attempts in one batch."""

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


@dataclass(frozen=True)
class Wishes:
    """The wanted kind of puzzle."""

    symmetry: tuple[str, ...] = ()
    """Symmetries of the pattern of givens, among `sudoku_cp.setting.symmetry.SYMMETRIES`."""
    givens: tuple[int, int] | None = None
    """The least and the largest number of givens; None for any."""
    pattern: frozenset[Cell] | None = None
    """The cells that are given; None for any."""
    minimal: bool = False
    """Whether each given must be needed."""
    clues: tuple[tuple[Rule, int], ...] = ()
    """The rules of new clues, and how many of each."""
    difficulty: Difficulty | None = None
    """How hard the puzzle must be; None for any."""


def generate(
    puzzle: Board | str | Path,
    *,
    seed: int = 0,
    symmetry: Iterable[str] = (),
    givens: tuple[int, int] | None = None,
    pattern: str | None = None,
    minimal: bool = False,
    clues: Mapping[str, int] | None = None,
    rating: tuple[float, float] | None = None,
    technique: str | None = None,
    threads: int = 1,
    solver: str = SOLVER,
    **limits: Unpack[LimitOptions],
) -> Iterator[Generated]:
    """Generate puzzles without end: random solutions, from which givens are taken away while there is one solution.

    Without a number of givens or a pattern, givens are taken away as long as possible. The solutions are random, but
    not uniformly so. The same seed gives the same puzzles on any number of threads. A puzzle that has one solution
    already gives one new puzzle at most, unless it gets new clues.

    Parameters
    ----------
    puzzle
        A board, or a puzzle as for `sudoku_cp.solve`; its clues and its givens are in every new puzzle.
    seed
        The seed, at least 0.
    symmetry
        Symmetries of the pattern of givens: ``rot180``, ``rot90``, ``horizontal``, ``vertical``, ``diagonal``,
        ``antidiagonal``.
    givens
        The least and the largest number of givens.
    pattern
        The cells that are given: a character for each cell, ``.`` or ``0`` for open ones; white space is ignored.
    minimal
        Whether each given must be needed.
    clues
        How many new clues of which rules every puzzle has, such as ``{"killer": 12}``: they are drawn at random by the
        types of the rule's parameters, and the solution satisfies them.
    rating
        The least and the largest rating of a classic puzzle on Sudoku Explainer's scale (see `sudoku_cp.rating`).
    technique
        The technique of the hardest step of a classic puzzle: one of `sudoku_cp.rating.technique_names`, or one of
        `sudoku_cp.techniques.TECHNIQUES` that those lack, in the order of HoDoKu's points.
    threads
        The number of threads.
    solver
        The name of the solver.
    **limits
        When to stop early: ``seconds``, ``cancel``, ``on_progress``.

    Yields
    ------
    Generated
        The puzzles, until a limit comes.

    Raises
    ------
    ModelError
        If the wishes contradict each other or the board, the board has no solution, or the new clues do not fit.

    >>> from itertools import islice
    >>> from sudoku_cp import Sudoku
    >>> [len(each.givens) for each in islice(generate(Sudoku(4), seed=1, givens=(4, 5)), 5)]
    [4, 5, 5, 4, 5]
    """
    if isinstance(puzzle, str | Path):
        from sudoku_cp.formats import load

        loaded = load(puzzle)
        if not isinstance(loaded, Board):
            raise ModelError(f"{loaded.name} has no grid")
        puzzle = loaded
    if seed < 0:
        raise ModelError(f"a seed must be at least 0, not {seed}")
    wanted = replace(
        _wishes(puzzle, tuple(symmetry), givens, pattern, minimal),
        clues=tuple((drawable_rule(name), number) for name, number in (clues or {}).items()),
    )
    if rating is not None or technique is not None:
        wanted = replace(wanted, difficulty=Difficulty(rating, technique))
        if wanted.clues:
            raise ModelError("puzzles with new clues have no rating")
        require_classic(puzzle)
    groups = orbits(puzzle, wanted.symmetry)
    compiled, bounds = puzzle.with_objective(None).compile(solver), Limits(**limits)
    solutions = compiled.count(2, limits=bounds)
    if not solutions.count:
        raise ModelError(f"{puzzle.name} has no solution")
    lockstep = Lockstep(puzzle, compiled, dict(puzzle.givens), threads, bounds, monotonic())
    attempts = 1 if solutions.count == 1 and solutions.exact and not wanted.clues else None
    return _Generator(puzzle, lockstep, seed, wanted, attempts).run(groups)


def _wishes(
    board: Board, symmetry: tuple[str, ...], givens: tuple[int, int] | None, pattern: str | None, minimal: bool
) -> Wishes:
    if givens is not None and not 0 <= givens[0] <= givens[1] <= len(board.grid):
        raise ModelError(f"{givens[0]}..{givens[1]} givens: a range from 0 to {len(board.grid)} is needed")
    if pattern is None:
        return Wishes(symmetry, givens, None, minimal)
    if symmetry or givens is not None:
        raise ModelError("a pattern says which cells are given: leave out the symmetry and the number of givens")
    marks = "".join(pattern.split())
    if len(marks) != len(board.grid):
        raise ModelError(f"the pattern has {len(marks)} characters, and {board.name} has {len(board.grid)} cells")
    cells = [cell for cell, mark in zip(board.grid, marks, strict=True) if mark not in ".0"]
    return Wishes((), None, frozenset(cells) | frozenset(board.givens), minimal)


@dataclass
class _Generator:
    """The attempts, in batches."""

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

    def run(self, groups: list[tuple[Cell, ...]]) -> Iterator[Generated]:
        """Yield the successful attempts in order."""
        attempt, rows, found, start = 0, 1, 0, monotonic()
        limits = self.lockstep.limits
        while self.most_attempts is None or attempt < self.most_attempts:
            try:
                for each in self._attempts(range(attempt, attempt + rows), groups):
                    found += 1
                    yield each
            except Unfinished:
                return
            attempt += rows
            rows = min(2 * rows, ROWS)
            if limits.on_progress is not None:
                limits.on_progress(Progress(monotonic() - start, attempt, found))

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
        for row in np.flatnonzero(grids.is_solved):
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
            lockstep = replace(self.lockstep, board=board, compiled=board.compile(self.lockstep.compiled.backend))
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
        is_good = is_solved & lockstep.are_unique(grids)
        if self.wanted.givens is not None:
            numbers = lockstep.numbers(grids)
            is_good &= (numbers >= self.wanted.givens[0]) & (numbers <= self.wanted.givens[1])
        if self.wanted.minimal and is_good.any():
            good = np.flatnonzero(is_good)
            is_good[good] = lockstep.are_minimal(grids[good])
        made = [self._puzzle(lockstep, grids[row], solutions[row], attempts[row]) for row in np.flatnonzero(is_good)]
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

    def _puzzle(self, lockstep: Lockstep, givens: Grids, solution: Grids, attempt: int) -> Generated:
        values, cells = givens.tolist(), self.board.cells
        fixed = {cells[place]: values[place] for place in np.flatnonzero(lockstep.is_given(givens)).tolist()}
        return Generated(fixed, self.board.solution(solution.tolist()), self.seed, attempt, lockstep.board)


def _orders(keys: NDArray[np.float32]) -> NDArray[np.int64]:
    """A random order for each row of random numbers."""
    return keys.argsort(axis=1, kind="stable")
