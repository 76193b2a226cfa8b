"""New puzzles of a model, each proved to have one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.backends.answers import Limits, Progress
from sudoku_cp.model import Board, Cell, ModelError, Solution
from sudoku_cp.model.questions import SOLVER, LimitOptions
from sudoku_cp.rules import Rule
from sudoku_cp.setting.clue_stock import ClueStock, drawable_rule
from sudoku_cp.setting.lockstep import Grids, Lockstep
from sudoku_cp.setting.sub_puzzles import Unfinished
from sudoku_cp.setting.symmetry import orbits

ROWS = 512
"""The largest number of attempts in one batch."""


@dataclass(frozen=True)
class Generated:
    """A new puzzle."""

    givens: dict[Cell, int]
    solution: Solution
    """Its only solution."""
    seed: int
    attempt: int
    """The number of the attempt: with the seed and the wishes, it determines the puzzle."""
    board: Board
    """The board with its clues and givens."""


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


def generate(
    puzzle: Board | str | Path,
    *,
    seed: int = 0,
    symmetry: Iterable[str] = (),
    givens: tuple[int, int] | None = None,
    pattern: str | None = None,
    minimal: bool = False,
    clues: Mapping[str, int] | None = None,
    threads: int = 1,
    solver: str = SOLVER,
    **limits: Unpack[LimitOptions],
) -> Iterator[Generated]:
    """Generate puzzles without end: random solutions, from which givens are taken away while there is one solution.

    Without a number of givens or a pattern, givens are taken away as long as possible. The solutions are random, but
    not uniformly so. The same seed gives the same puzzles on any number of threads.

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
        If the wishes contradict each other or the board, or the board has no solution.

    >>> from itertools import islice
    >>> from sudoku_cp import Sudoku
    >>> [len(each.givens) for each in islice(generate(Sudoku(4), seed=1, givens=(4, 5)), 5)]
    [4, 5, 5, 5, 4]
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
    groups = orbits(puzzle, wanted.symmetry)
    compiled, bounds = puzzle.with_objective(None).compile(solver), Limits(**limits)
    if not compiled.count(1, limits=bounds).count:
        raise ModelError(f"{puzzle.name} has no solution")
    return _Generator(
        puzzle, Lockstep(puzzle, compiled, dict(puzzle.givens), threads, bounds, monotonic()), seed, wanted
    ).run(groups)


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

    def run(self, groups: list[tuple[Cell, ...]]) -> Iterator[Generated]:
        """Yield the successful attempts in order."""
        attempt, rows, found, start = 0, 1, 0, monotonic()
        limits = self.lockstep.limits
        while True:
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
        sources = [np.random.default_rng([self.seed, attempt]) for attempt in attempts]
        solutions, is_solved = self.lockstep.random_grids(sources)
        if not self.wanted.clues:
            return iter(self._finished(self.lockstep, solutions, is_solved, sources, attempts, groups))
        return self._with_clues(solutions, is_solved, sources, attempts, groups)

    def _with_clues(
        self,
        solutions: Grids,
        is_solved: NDArray[np.bool_],
        sources: list[np.random.Generator],
        attempts: range,
        groups: list[tuple[Cell, ...]],
    ) -> Iterator[Generated]:
        """Give each solution clues of its own, and finish it alone."""
        for row in np.flatnonzero(is_solved):
            solution = self.board.solution(solutions[row].tolist())
            stock = ClueStock(self.board, solution, sources[row])
            drawn = [stock.clues(*wanted) for wanted in self.wanted.clues]
            found = [clue for clues in drawn if clues is not None for clue in clues]
            if any(clues is None for clues in drawn):
                continue
            board = self.board.with_constraints(self.board.constraints, self.board.clues)
            board.add(*found)
            lockstep = replace(self.lockstep, board=board, compiled=board.compile(self.lockstep.compiled.backend))
            one = slice(row, row + 1)
            kept = np.ones(1, np.bool_)
            yield from self._finished(lockstep, solutions[one], kept, sources[one], attempts[one], groups)

    def _finished(
        self,
        lockstep: Lockstep,
        solutions: Grids,
        is_solved: NDArray[np.bool_],
        sources: list[np.random.Generator],
        attempts: range,
        groups: list[tuple[Cell, ...]],
    ) -> list[Generated]:
        """The puzzles with these solutions that are as wanted."""
        grids = self._givens(lockstep, solutions, sources, groups)
        is_good = is_solved & lockstep.are_unique(grids)
        if self.wanted.givens is not None:
            numbers = lockstep.numbers(grids)
            is_good &= (numbers >= self.wanted.givens[0]) & (numbers <= self.wanted.givens[1])
        if self.wanted.minimal and is_good.any():
            good = np.flatnonzero(is_good)
            is_good[good] = lockstep.are_minimal(grids[good])
        return [self._puzzle(lockstep, grids[row], solutions[row], attempts[row]) for row in np.flatnonzero(is_good)]

    def _givens(
        self,
        lockstep: Lockstep,
        solutions: Grids,
        sources: list[np.random.Generator],
        groups: list[tuple[Cell, ...]],
    ) -> Grids:
        if self.wanted.pattern is not None:
            grids, cells = lockstep.empty(len(solutions)), [cell.index for cell in self.wanted.pattern]
            grids[:, cells] = solutions[:, cells]
            return grids
        masks = np.stack([self._mask(lockstep, group) for group in groups])
        orders = np.stack([source.permutation(len(groups)) for source in sources])
        low, high = self.wanted.givens or (0, 0)
        least = np.array([source.integers(low, high + 1) for source in sources], np.int64)
        return lockstep.thinned(solutions, masks, orders, least)

    def _mask(self, lockstep: Lockstep, cells: Iterable[Cell]) -> NDArray[np.bool_]:
        mask = np.zeros(len(lockstep.compiled.model.cells), np.bool_)
        mask[[cell.index for cell in cells]] = True
        return mask

    def _puzzle(self, lockstep: Lockstep, givens: Grids, solution: Grids, attempt: int) -> Generated:
        given = givens != lockstep.empty_value
        fixed = {cell: int(givens[cell.index]) for cell in self.board.grid if given[cell.index]}
        board = lockstep.board.with_constraints(lockstep.board.constraints, lockstep.board.clues)
        board.givens = fixed
        known = self.board.solution(solution.tolist())
        return Generated(fixed, known, self.seed, attempt, board)
