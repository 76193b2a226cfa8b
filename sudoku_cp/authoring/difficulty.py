"""How hard new puzzles are wanted to be, on the scale of classic puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sudoku_cp._base.errors import unknown
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.human.techniques import BY_NAME
from sudoku_cp.model import Board, ModelError
from sudoku_cp.model.limits import Limits
from sudoku_cp.rating import Outcome, Rating, rate_many, technique_names
from sudoku_cp.rating.classic import givens_of, require_classic
from sudoku_cp.rating.hodoku import is_hardest
from sudoku_cp.rating.ratings import LARGEST, LEAST


@dataclass(frozen=True)
class Difficulty:
    """A range of ratings, and a hardest technique.

    Parameters
    ----------
    ratings
        The least and the largest rating on Sudoku Explainer's scale; None for any.
    technique
        The technique of the hardest step, by the rater's name or, where it has none, by that of
        `sudoku_cp.human.techniques`; None for any.

    Raises
    ------
    ModelError
        If the range is empty or off the scale, or there is no such technique.
    """

    ratings: tuple[float, float] | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        if self.ratings is not None and not self.ratings[0] <= self.ratings[1]:
            raise ModelError(f"ratings {self.ratings[0]}..{self.ratings[1]}: the first must not exceed the second")
        if self.ratings is not None and not (self.ratings[0] <= LARGEST and self.ratings[1] >= LEAST):
            raise ModelError(f"ratings {self.ratings[0]}..{self.ratings[1]}: the rater's are from {LEAST} to {LARGEST}")
        names = dict.fromkeys((*technique_names(), *BY_NAME))
        if self.technique is not None and self.technique not in names:
            raise ModelError(unknown("technique", self.technique, list(names)))

    def rated(self, puzzles: Sequence[Board], threads: int, limits: Limits) -> list[Rating]:
        """Rate puzzles.

        Parameters
        ----------
        puzzles
            Classic sudokus with their givens.
        threads
            The number of threads.
        limits
            When to stop: ``cancel`` counts.

        Returns
        -------
        list
            The rating of each puzzle.

        Raises
        ------
        Unfinished
            If the work is cancelled.
        """
        rows = [givens_of(require_classic(puzzle), puzzle.givens) for puzzle in puzzles]
        found = rate_many(np.array(rows, np.uint8).reshape(len(rows), -1), threads, cancel=limits.cancel)
        if any(rating.outcome is Outcome.STOPPED for rating in found):
            raise Unfinished
        return found

    def suits(self, puzzle: Board, rating: Rating, should_stop: Callable[[], bool]) -> bool:
        """Whether a puzzle is as wanted.

        Parameters
        ----------
        puzzle
            The puzzle, whose solution is unique.
        rating
            Its rating.
        should_stop
            Asked again and again where the techniques are tried one by one.

        Returns
        -------
        bool
            Whether it is; a puzzle that is beyond the rater's steps never is.

        Raises
        ------
        Unfinished
            If ``should_stop`` says so.
        """
        if rating.er is None or not (self.ratings is None or self.ratings[0] <= rating.er <= self.ratings[1]):
            return False
        if self.technique is None or self.technique in technique_names():
            return self.technique in (None, rating.hardest)
        found = is_hardest(self.technique, givens_of(require_classic(puzzle), puzzle.givens), should_stop)
        if found is None:
            raise Unfinished
        return found
