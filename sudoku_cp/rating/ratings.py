"""Ratings of classic puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

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
