"""Claims of a solver's answers: the ranges that must contain the number of solutions and the best value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudoku_cp.cross_check.answers import Answers
from sudoku_cp.model import Objective
from sudoku_cp.model.answers import Result, Status


@dataclass(frozen=True, slots=True)
class Range:
    """The integers from ``low`` to ``high``; None leaves a side open."""

    low: int | None = None
    high: int | None = None

    @property
    def empty(self) -> bool:
        """Return whether the range is empty, so that the claims it was made from contradict each other."""
        return self.low is not None and self.high is not None and self.low > self.high

    @property
    def exact(self) -> bool:
        """Return whether the range contains exactly one integer."""
        return self.low is not None and self.low == self.high

    def meet(self, other: Range) -> Range:
        """The integers in both ranges.

        >>> Range(2, None).meet(Range(None, 5))
        Range(low=2, high=5)
        """
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Range(max(lows, default=None), min(highs, default=None))


@dataclass(frozen=True, slots=True)
class ClaimedRange:
    """A range with the answer that implies it, in words: ``count: 5``."""

    words: str
    range: Range


def meet(claims: Iterable[ClaimedRange]) -> Range:
    """The intersection of all claimed ranges."""
    left = Range()
    for claim in claims:
        left = left.meet(claim.range)
    return left


def count_claims(answers: Answers) -> Iterator[ClaimedRange]:
    """The claims about the number of solutions."""
    for call, result in answers.results.items():
        if result.status is Status.INFEASIBLE:
            yield ClaimedRange(f"{call}: no solution", Range(0, 0))
        elif result.status is Status.COMPLETE:
            yield ClaimedRange(f"{call}: exactly {result.count}", Range(result.count, result.count))
        else:
            found = max(result.count, int(result.solution is not None))
            yield ClaimedRange(f"{call}: at least {found}", Range(found, None))
    if answers.listed is not None:
        different = len(set(answers.listed.solutions))
        if answers.listed.complete:
            yield ClaimedRange(f"solutions: all {different} listed", Range(different, different))
        else:
            yield ClaimedRange(f"solutions: {different} listed", Range(different, None))


def best_claim(solve: Result, objective: Objective) -> ClaimedRange:
    """The claim about the best value in the answer to ``solve``, as a range of `gain`."""
    value = None if solve.objective is None else objective.gain(solve.objective)
    if solve.status is Status.OPTIMAL:
        return ClaimedRange(f"solve: {solve.objective} is the best", Range(value, value))
    bound = None if solve.bound is None else objective.gain(solve.bound)
    return ClaimedRange(f"solve: best so far {solve.objective}, bound {solve.bound}", Range(value, bound))
