"""The answers of the solvers, question by question, and the ranges that they claim.

The ranges must contain the number of solutions and the best value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sudoku_cp.model import Objective
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status

FEW = 3
"""The low limit for counts and rankings, where all questions are asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that a solver did not answer."""

    message: str
    """The reason, in words."""
    unsound: bool = False
    """Whether the solver gave a wrong answer, one that breaks the model; otherwise it could not express the model."""
    crashed: bool = False
    """Whether the solver failed with an unexpected error."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The solutions that a solver enumerated, in its order and including repetitions."""

    status: Status
    """How the search ended."""
    solutions: tuple[tuple[int, ...], ...]
    """The values of each solution, in the order of the model's cells."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    @property
    def complete(self) -> bool:
        """Return whether the solver claims that there are no others."""
        return self.status in (Status.COMPLETE, Status.INFEASIBLE)


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers of one solver about one puzzle."""

    solver: str
    """The name of the solver, with its settings."""
    solve: Result | Failure
    """One solution, the best one with an objective."""
    count: Result | Failure
    """The number of solutions up to the limit."""
    listing: Listing | Failure | None = None
    """The list of solutions; None if there are too many to list."""
    best: Listing | Failure | None = None
    """The best solutions; None without an objective, or if the best value is disputed."""
    few: Result | Failure | None = None
    """The count up to `FEW`; this and the two fields below are None if not asked for."""
    candidates: Candidates | Failure | None = None
    """The values of each cell that occur in some solution."""
    ranking: Ranking | Failure | None = None
    """The best `FEW` solutions."""

    @property
    def results(self) -> Mapping[str, Result]:
        """The available answers to ``solve`` and to ``count`` with the requested limit and a low one."""
        asked = {"solve": self.solve, "count": self.count, f"count up to {FEW}": self.few}
        return {call: result for call, result in asked.items() if isinstance(result, Result)}

    @property
    def listed(self) -> Listing | None:
        """The list of solutions, if there is one."""
        return self.listing if isinstance(self.listing, Listing) else None

    @property
    def best_listed(self) -> Listing | None:
        """The list of best solutions, if there is one."""
        return self.best if isinstance(self.best, Listing) else None

    @property
    def found_candidates(self) -> Candidates | None:
        """The candidates, if the solver claims to know all."""
        found = self.candidates
        return found if isinstance(found, Candidates) and found.status is not Status.LIMIT else None

    @property
    def ranked(self) -> Ranking | None:
        """The ranking, if there is one."""
        return self.ranking if isinstance(self.ranking, Ranking) else None

    @property
    def failures(self) -> Mapping[str, Failure]:
        """The calls that gave no answer."""
        asked = {
            "solve": self.solve,
            "count": self.count,
            "solutions": self.listing,
            "best solutions": self.best,
            f"count up to {FEW}": self.few,
            "candidates": self.candidates,
            f"best {FEW}": self.ranking,
        }
        return {call: failure for call, failure in asked.items() if isinstance(failure, Failure)}

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        """Every solution it gave to any question, without repetitions, in the order given."""
        given = [result.solution.values_in_order for result in self.results.values() if result.solution is not None]
        for listing in (self.listed, self.best_listed):
            given += listing.solutions if listing else ()
        given += [solution.values_in_order for solution in self.ranked.solutions] if self.ranked else ()
        return tuple(dict.fromkeys(given))

    @property
    def statistics(self) -> Statistics:
        """The total cost of all questions."""
        parts = [result.statistics for result in self.results.values()]
        others = (self.listed, self.best_listed, self.found_candidates, self.ranked)
        parts += [answer.statistics for answer in others if answer is not None]
        return Statistics(
            sum(part.nodes for part in parts),
            sum(part.propagations for part in parts),
            sum(part.seconds for part in parts),
        )


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
