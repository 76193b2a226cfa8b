"""A solver from outside on trial: block by block asked, judged beside ours, and its mistakes made small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sudoku_cp.backends import backend
from sudoku_cp.backends.contract import Limits, Program, Result
from sudoku_cp.cross_check.outside.judging import Judgement, judge
from sudoku_cp.cross_check.outside.said import Said
from sudoku_cp.cross_check.outside.solvers import Asked, OutsideSolver
from sudoku_cp.cross_check.shrink.shrinker import Budget, shrink, without_some
from sudoku_cp.model import ModelError, Sudoku


@dataclass(frozen=True, slots=True)
class Tried:
    """A puzzle, what was said about it, and what that is worth."""

    puzzle: Asked
    said: Said
    judgement: Judgement
    ours: Result


class Trial:
    """Asks and judges.

    Parameters
    ----------
    solver
        Who is put to the test.
    limit
        From how many solutions on numbers of them are not told apart.
    limits
        For our own engine; its seconds count for each puzzle of the other one, too.
    """

    def __init__(self, solver: OutsideSolver, limit: int, limits: Limits) -> None:
        self.solver = solver
        self._limit = limit
        self._limits = limits
        self.theirs = 0.0
        """Seconds that the other solver took, its start included."""
        self.ours = 0.0
        """Seconds that our engine took for the same questions."""

    def run(self, puzzles: Sequence[Asked]) -> Iterator[Tried]:
        """Try puzzles of one model; a mistake made among many must show again when the puzzle stands alone.

        If it does not, answers and puzzles were out of step, and each is asked about alone.

        Raises
        ------
        ModelError
            If the model has variables outside its grid, which nobody could tell in an answer.
        """
        model = puzzles[0].model
        if len(model.cells) > len(model.grid):
            raise ModelError(f"{model.name} has variables outside its grid, and answers have no place for them")
        said, seconds = self.solver.answers(puzzles, self._limits.seconds)
        self.theirs += seconds
        tried = [self._judged(puzzle, answer) for puzzle, answer in zip(puzzles, said, strict=True)]
        if len(puzzles) == 1:
            yield from tried
            return
        again = {place: self._alone(one.puzzle) for place, one in enumerate(tried) if one.judgement.mistake}
        in_step = all(one.judgement.mistake for one in again.values())
        for place, one in enumerate(tried):
            if place in again:
                yield again[place]
            else:
                yield one if in_step else self._alone(one.puzzle)

    def _alone(self, puzzle: Asked) -> Tried:
        [said], _ = self.solver.answers([puzzle], self._limits.seconds)
        return self._judged(puzzle, said)

    def _judged(self, puzzle: Asked, said: Said) -> Tried:
        ours = self._ours(puzzle, said)
        self.ours += ours.statistics.seconds
        return Tried(puzzle, said, judge(puzzle, said, ours, self._limit), ours)

    def _ours(self, puzzle: Asked, said: Said) -> Result:
        program = _program(puzzle.model)
        if said.number is not None and puzzle.model.objective is None:
            return program.count(self._limit, puzzle.givens, self._limits)
        return program.solve(puzzle.givens, self._limits)

    def smallest(self, tried: Tried, budget: Budget) -> Asked:
        """The puzzle with the fewest givens found about which the same mistake is made."""

        def fails(puzzle: Asked) -> bool:
            [said], _ = self.solver.answers([puzzle], self._limits.seconds)
            judgement = judge(puzzle, said, self._ours(puzzle, said), self._limit)
            return judgement.mistake is tried.judgement.mistake

        return shrink(tried.puzzle, fails, (_with_fewer_givens,), budget)


def _with_fewer_givens(puzzle: Asked) -> Iterator[Asked]:
    return (replace(puzzle, givens=dict(kept)) for kept in without_some(tuple(puzzle.givens.items())))


@lru_cache(maxsize=4)
def _program(model: Sudoku) -> Program:
    return backend().compile(model)
