"""What the backends said, question by question, and nothing of what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sudoku_cp.backends.contract import Result, Statistics, Status


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

    @property
    def results(self) -> Mapping[str, Result]:
        """The answers to ``solve`` and ``count``, where there are."""
        asked = {"solve": self.solve, "count": self.count}
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
    def failures(self) -> Mapping[str, Failure]:
        """The calls that gave no answer."""
        asked = {"solve": self.solve, "count": self.count, "solutions": self.listing, "best solutions": self.best}
        return {call: failure for call, failure in asked.items() if isinstance(failure, Failure)}

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        """Every solution it gave, to whatever question, each once and in the order given."""
        given = [result.solution.values_in_order for result in self.results.values() if result.solution is not None]
        for listing in (self.listed, self.best_listed):
            given += listing.solutions if listing else ()
        return tuple(dict.fromkeys(given))

    @property
    def statistics(self) -> Statistics:
        """What all questions together cost."""
        parts = [result.statistics for result in self.results.values()]
        parts += [listing.statistics for listing in (self.listed, self.best_listed) if listing is not None]
        return Statistics(
            sum(part.nodes for part in parts),
            sum(part.propagations for part in parts),
            sum(part.seconds for part in parts),
        )
