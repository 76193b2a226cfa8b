"""New puzzles of a model, each proved to have one solution.

They are found in batches of attempts: random solutions, from which givens are taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from sudoku_cp._base.arguments import by_name, checked, each, integer, pair, real, text, truth
from sudoku_cp.authoring.clue_stock import ClueStock, drawable_rule
from sudoku_cp.authoring.grid_batches import NODES, BatchedBoard, RandomGrids
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.authoring.wishes import Difficulty, Wishes, orbits, refuse_impossible, wishes_of
from sudoku_cp.formats import as_model
from sudoku_cp.model import Board, Cell, ModelError, Solution
from sudoku_cp.model.answers import Status
from sudoku_cp.model.batches import Grids
from sudoku_cp.model.compiled import DEFAULT_SOLVER
from sudoku_cp.model.limits import AnyLimits, Limits, Progress, limits_of
from sudoku_cp.rating import Rating
from sudoku_cp.rating.classic import require_classic
from sudoku_cp.solving.answering import compiled_in_time
from sudoku_cp.solving.lowered_model import LoweredModel

__all__ = ["Generated", "generate"]

FIRST_SOLUTIONS = 8
"""The number of solutions in which the digits are tried to determine regions to be found."""


@checked(
    seed=integer,
    symmetry=each(text, "a list of names"),
    givens=pair(integer, "two integers"),
    pattern=text,
    minimal=truth,
    clues=by_name(integer, "numbers of clues by the names of rules"),
    rating=pair(real, "two numbers"),
    technique=text,
    threads=integer,
)
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
    solver: str = DEFAULT_SOLVER,
    **limits: Unpack[AnyLimits],
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
        `sudoku_cp.human.techniques.TECHNIQUES` that those lack, in the order of HoDoKu's points.
    threads
        The number of threads.
    solver
        The name of the solver.
    **limits
        When to stop early: ``limits``, or ``seconds``, ``cancel``, ``on_progress``, whose ``attempts`` is the number of
        finished attempts, and ``count`` that of the puzzles.

    Yields
    ------
    Generated
        The puzzles, until a limit comes.

    Raises
    ------
    ModelError
        If the wishes contradict each other or the board, the board has no solution, the new clues do not fit, or the
        board has regions to be found that its digits do not determine.

    >>> from itertools import islice
    >>> from sudoku_cp import Sudoku
    >>> [len(each.givens) for each in islice(generate(Sudoku(4), seed=1, givens=(4, 5)), 5)]
    [5, 5, 5, 5, 4]
    """
    puzzle = as_model(puzzle)
    if not isinstance(puzzle, Board):
        raise ModelError(f"puzzles are generated on a board, not on a {type(puzzle).__name__}")
    if seed < 0:
        raise ModelError(f"a seed must be at least 0, not {seed}")
    wanted = replace(
        wishes_of(puzzle, tuple(symmetry), givens, pattern, minimal),
        clues=tuple((drawable_rule(name), number) for name, number in (clues or {}).items()),
    )
    if rating is not None or technique is not None:
        wanted = replace(wanted, difficulty=Difficulty(rating, technique))
        if wanted.clues:
            raise ModelError("puzzles with new clues have no rating")
        require_classic(puzzle)
    refuse_impossible(puzzle, wanted)
    groups = orbits(puzzle, wanted.symmetry)
    bounds, _ = limits_of("generate", None, limits)
    compiled, bounds = compiled_in_time(solver, puzzle.with_objective(None), bounds)
    solutions = compiled.count(2, limits=bounds)
    if solutions.status is Status.INFEASIBLE:
        raise ModelError(f"{puzzle.name} has no solution")
    if puzzle.layers and not _determine_the_rest(puzzle, compiled, bounds):
        layers = " and ".join(dict.fromkeys(_LAYERS[name] for name in puzzle.layers))
        raise ModelError(
            f"{puzzle.name} has {layers} to be found, which even all digits leave open, and generate draws givens "
            "only: begin with a puzzle that has clues about that"
        )
    batched = BatchedBoard(puzzle, compiled, dict(puzzle.givens), threads, bounds, monotonic())
    attempts = 1 if solutions.count == 1 and solutions.exact and not wanted.clues else None
    return Attempts(puzzle, batched, seed, wanted, attempts).run(groups)


def _determine_the_rest(puzzle: Board, compiled: LoweredModel, limits: Limits) -> bool:
    """Whether the digits of one of the first solutions leave no choice of what else is to be found."""
    limits = replace(limits, nodes=NODES)
    for solution in islice(compiled.solutions(puzzle.givens, limits), FIRST_SOLUTIONS):
        result = compiled.count(2, {cell: solution[cell] for cell in puzzle.grid}, limits)
        if result.count == 1 and result.exact:
            return True
    return False


_LAYERS = {"region": "regions", "loop": "a loop", "path": "a path", "fence": "a loop", "shaded": "a shading"}
"""The words for what is to be found besides digits."""

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
    batched: BatchedBoard
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
                for made in self._attempts(range(attempt, attempt + rows), groups):
                    self.found += 1
                    yield made
            except Unfinished:
                return
            attempt += rows
            rows = min(GROWTH * rows, ROWS)
            self._report(attempt)

    def _report(self, finished: int) -> None:
        """Report the number of finished attempts."""
        if self.batched.limits.on_progress is not None:
            progress = Progress(monotonic() - self._start, 0, self.found, attempts=finished)
            self.batched.limits.on_progress(progress)

    def _attempts(self, attempts: range, groups: list[tuple[Cell, ...]]) -> Iterator[Generated]:
        number, digits = len(self.board.grid), len(self.board.digits)
        drawn = self._drawn(attempts, number * (1 + digits) + len(groups) + 1)
        places, keys, choices = np.split(drawn, [number, number * (1 + digits)], axis=1)
        grids = RandomGrids(self.batched, _orders(places), keys.reshape(-1, number, digits))
        if not self.wanted.clues:
            return self._finished(self.batched, grids.solutions, grids.is_solved, choices, attempts, groups)
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
            limits = self.batched.limits.after(self.batched.start)
            compiled, _ = compiled_in_time(self.batched.compiled.solver, board, limits)
            batched = replace(self.batched, board=board, compiled=compiled)
            one = slice(row, row + 1)
            kept = np.ones(1, np.bool_)
            yield from self._finished(batched, grids.solutions[one], kept, choices[one], attempts[one], groups)

    def _finished(
        self,
        batched: BatchedBoard,
        solutions: Grids,
        is_solved: NDArray[np.bool_],
        choices: NDArray[np.float32],
        attempts: range,
        groups: list[tuple[Cell, ...]],
    ) -> Iterator[Generated]:
        """The puzzles with these solutions that are as wanted."""
        grids = self._givens(batched, solutions, choices, groups)
        batch = batched.solved(grids)
        is_good = is_solved & batch.exact & (batch.counts == 1)
        if self.wanted.givens is not None:
            numbers = batched.numbers(grids)
            is_good &= (numbers >= self.wanted.givens[0]) & (numbers <= self.wanted.givens[1])
        if self.wanted.minimal and is_good.any():
            good = np.flatnonzero(is_good)
            is_good[good] = batched.are_minimal(grids[good])
        rows = np.flatnonzero(is_good)
        made = self._puzzles(batched, grids[rows], batch.solutions[rows], [attempts[row] for row in rows])
        difficulty = self.wanted.difficulty
        if difficulty is None or not made:
            yield from made
            return
        ratings = difficulty.rated([puzzle.board for puzzle in made], batched.threads, batched.limits)
        for puzzle, rating in zip(made, ratings, strict=True):
            if difficulty.suits(puzzle.board, rating, batched.is_over):
                yield replace(puzzle, rating=rating)

    def _givens(
        self,
        batched: BatchedBoard,
        solutions: Grids,
        choices: NDArray[np.float32],
        groups: list[tuple[Cell, ...]],
    ) -> Grids:
        if self.wanted.pattern is not None:
            grids, cells = batched.empty(len(solutions)), [cell.index for cell in self.wanted.pattern]
            grids[:, cells] = solutions[:, cells]
            return grids
        masks = np.stack([self._mask(batched, group) for group in groups])
        low, high = self.wanted.givens or (0, 0)
        least = low + (choices[:, -1] * np.float64(high + 1 - low)).astype(np.int64)
        return batched.thinned(solutions, masks, _orders(choices[:, :-1]), least)

    def _mask(self, batched: BatchedBoard, cells: Iterable[Cell]) -> NDArray[np.bool_]:
        mask = np.zeros(len(batched.compiled.model.cells), np.bool_)
        mask[[cell.index for cell in cells]] = True
        return mask

    def _puzzles(
        self, batched: BatchedBoard, givens: Grids, solutions: Grids, attempts: Iterable[int]
    ) -> list[Generated]:
        cells, board, made = self.board.cells, batched.board, []
        rows = zip(batched.is_given(givens), solutions.tolist(), attempts, strict=True)
        for is_given, solution, attempt in rows:
            fixed = {cells[place]: solution[place] for place in is_given.nonzero()[0].tolist()}
            made.append(Generated(fixed, self.board.solution(solution), self.seed, attempt, board))
        return made


def _orders(keys: NDArray[np.float32]) -> NDArray[np.int64]:
    """A random order for each row of random numbers."""
    return keys.argsort(axis=1, kind="stable")
