"""What the backends said, question by question, and nothing of what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sudoku_cp.backends.contract import Candidates, Ranking, Result, Statistics, Status

FEW = 3
"""Solutions up to which they are counted, and ranked, where all questions are asked."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that a backend did not answer."""

    message: str
    unsound: bool = False
    """The backend gave an answer that breaks the model, so that it is wrong; else it could not express the model."""
    crashed: bool = False
    """The backend broke down with an error that it should not know."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The solutions that a backend enumerated, in its order and with its repetitions."""

    status: Status
    solutions: tuple[tuple[int, ...], ...]
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def complete(self) -> bool:
        """Say whether the backend claims that there are no others."""
        return self.status in (Status.COMPLETE, Status.INFEASIBLE)


@dataclass(frozen=True, slots=True)
class Answers:
    """All that one backend said about one puzzle."""

    backend: str
    solve: Result | Failure
    count: Result | Failure
    listing: Listing | Failure | None = None
    """None where the solutions are too many to be listed."""
    best: Listing | Failure | None = None
    """The best solutions; None without an objective, or where it is not agreed what the best value is."""
    few: Result | Failure | None = None
    """The count up to `FEW`; None, as the two below, where it was not asked for."""
    candidates: Candidates | Failure | None = None
    ranking: Ranking | Failure | None = None
    """The best `FEW` solutions."""

    @property
    def results(self) -> Mapping[str, Result]:
        """The answers to ``solve`` and ``count``, with the limit asked for and with a low one, where there are."""
        asked = {"solve": self.solve, "count": self.count, f"count up to {FEW}": self.few}
        return {call: result for call, result in asked.items() if isinstance(result, Result)}

    @property
    def listed(self) -> Listing | None:
        """The list of solutions, where there is one."""
        return self.listing if isinstance(self.listing, Listing) else None

    @property
    def best_listed(self) -> Listing | None:
        """The list of best solutions, where there is one."""
        return self.best if isinstance(self.best, Listing) else None

    @property
    def found_candidates(self) -> Candidates | None:
        """The candidates, where it says that it knows all."""
        found = self.candidates
        return found if isinstance(found, Candidates) and found.status is not Status.LIMIT else None

    @property
    def ranked(self) -> Ranking | None:
        """The ranking, where there is one."""
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
        """Every solution it gave, to whatever question, each once and in the order given."""
        given = [result.solution.values_in_order for result in self.results.values() if result.solution is not None]
        for listing in (self.listed, self.best_listed):
            given += listing.solutions if listing else ()
        given += [solution.values_in_order for solution in self.ranked.solutions] if self.ranked else ()
        return tuple(dict.fromkeys(given))

    @property
    def statistics(self) -> Statistics:
        """What all questions together cost."""
        parts = [result.statistics for result in self.results.values()]
        others = (self.listed, self.best_listed, self.found_candidates, self.ranked)
        parts += [answer.statistics for answer in others if answer is not None]
        return Statistics(
            sum(part.nodes for part in parts),
            sum(part.propagations for part in parts),
            sum(part.seconds for part in parts),
        )
