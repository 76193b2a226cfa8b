"""Ratings of classic puzzles on Sudoku Explainer's scale, one puzzle at a time or many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from threading import Event

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp._base.arguments import checked, iterated, of_type
from sudoku_cp.model import Model, Sudoku
from sudoku_cp.model.limits import Limits, threads_of
from sudoku_cp.rating.classic import GivensArray, empty_classic, read_givens
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

TENTHS = 10

LEAST, LARGEST = 1.0, 14.6
"""The ends of the rater's scale: the last digit of a house, and dynamic chains, at 10.5, that go through each candidate
from each of nine, where every candidate is the end of another nine such chains. No known puzzle comes near the upper
end; the hardest are below 12."""


class Outcome(Enum):
    """What came of rating a puzzle."""

    RATED = "rated"
    BEYOND = "beyond"
    """The known steps do not solve the puzzle, so that it is harder than any of them."""
    NO_SOLUTION = "no solution"
    SEVERAL_SOLUTIONS = "several solutions"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle on Sudoku Explainer's scale, from 1.0 to about 12.

    Parameters
    ----------
    outcome
        Whether the puzzle was rated, or why not.
    er
        The rating of the hardest step; None unless the puzzle was rated.
    ep
        The hardest step up to the first placement of a digit; None if it is not known.
    ed
        The first step; None if it is not known.
    hardest
        The name of the hardest step, the first one of these; None unless the puzzle was rated.
    """

    outcome: Outcome
    er: float | None = None
    ep: float | None = None
    ed: float | None = None
    hardest: str | None = None

    def __str__(self) -> str:
        if self.outcome is not Outcome.RATED:
            return str(self.outcome.value)
        return f"ER {self.er}, EP {self.ep}, ED {self.ed} ({self.hardest})"


_COLUMNS = 5
"""ER, EP, ED, the number of the hardest technique, and whether the puzzle is solved."""

_UNIQUENESS = 2
"""The number of solutions that shows whether the solution is unique."""


_puzzle = of_type((Model, str), "a classic sudoku or its text")


def _puzzles(value: object, what: str) -> Iterable[Sudoku | str] | GivensArray:
    if isinstance(value, np.ndarray):
        return value
    return [_puzzle(puzzle, f"an item of {what}") for puzzle in iterated(value, what)]


@checked(puzzle=_puzzle)
def rate(puzzle: Sudoku | str) -> Rating:
    """Rate a classic puzzle on Sudoku Explainer's scale.

    Parameters
    ----------
    puzzle
        A classic 9×9 sudoku with its givens, or their text of 81 characters.

    Returns
    -------
    Rating
        The rating; without numbers unless the solution is unique, since some steps assume that it is.

    Raises
    ------
    ModelError
        If it is not a classic sudoku.
    """
    return rate_many([puzzle])[0]


@checked(puzzles=_puzzles, cancel=of_type(Event, "an event"))
def rate_many(
    puzzles: Iterable[Sudoku | str] | GivensArray, threads: int = 1, *, cancel: Event | None = None
) -> list[Rating]:
    """Rate many classic puzzles on Sudoku Explainer's scale.

    Parameters
    ----------
    puzzles
        Puzzles as for `rate`; or an array of bytes of shape (puzzles, 81), 0 for open cells.
    threads
        The number of threads, which share the puzzles.
    cancel
        Stops the run when it is set; the outcome of the puzzles that remain is `Outcome.STOPPED`.

    Returns
    -------
    list
        The rating of each puzzle.

    Raises
    ------
    ModelError
        If a puzzle is not a classic sudoku, or the number of threads is out of range.
    ValueError
        If an array has another shape, or numbers that are not digits.
    """
    threads = threads_of(threads)
    givens = puzzles if isinstance(puzzles, np.ndarray) else read_givens(puzzles)
    found = _compiled().solve_many(
        givens.astype(np.int8), limit=_UNIQUENESS, threads=threads, limits=Limits(cancel=cancel)
    )
    is_unique = (found.counts == 1) & found.exact
    numbers = np.zeros((int(is_unique.sum()), _COLUMNS), np.int32)
    poll = None if cancel is None else cancel.is_set
    is_complete = _native.rate_many(np.ascontiguousarray(givens[is_unique], np.uint8), numbers, threads, poll)
    rated = iter(numbers)
    return [
        _rating_of(next(rated), is_complete) if unique else Rating(_outcome_without_rating(count, exact))
        for unique, count, exact in zip(is_unique.tolist(), found.counts.tolist(), found.exact.tolist(), strict=True)
    ]


def _outcome_without_rating(count: int, exact: bool) -> Outcome:
    if count >= _UNIQUENESS:
        return Outcome.SEVERAL_SOLUTIONS
    return Outcome.NO_SOLUTION if exact else Outcome.STOPPED


def _rating_of(numbers: NDArray[np.int32], is_complete: bool) -> Rating:
    er, ep, ed, hardest, is_solved = numbers.tolist()
    if not is_solved:
        if not is_complete:
            return Rating(Outcome.STOPPED)
        return Rating(Outcome.BEYOND, ep=ep / TENTHS if ep else None, ed=ed / TENTHS if ed else None)
    return Rating(Outcome.RATED, er / TENTHS, ep / TENTHS, ed / TENTHS, technique_names()[hardest])


@lru_cache(maxsize=1)
def technique_names() -> list[str]:
    """The names of the techniques that the rater knows.

    Returns
    -------
    list
        The names, as in `Rating.hardest`.
    """
    return _native.technique_names()


@lru_cache(maxsize=1)
def _compiled() -> LoweredModel:
    return load_solver("exact-cover").compile(empty_classic())
