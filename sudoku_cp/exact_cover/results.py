"""The answers to questions about a cover problem."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from sudoku_cp.exact_cover.options import Options
from sudoku_cp.exact_cover.verification import cost_of_cover
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.answers import Statistics, Status

Cover = tuple[Any, ...]
"""The names of the options of a cover, in the order in which they were added."""


@dataclass(frozen=True, slots=True)
class CoverResult:
    """The answer to one question."""

    status: Status
    """How the search ended."""
    cover: Cover | None = None
    """A cover (one of least cost, for `minimum`); None if none is known."""
    count: int = 0
    """Covers found."""
    cost: int | None = None
    """The cost of ``cover``."""
    bound: int | None = None
    """For `minimum`, a cost that no cover undercuts; equal to ``cost`` once that is proved to be the least."""
    statistics: Statistics = field(default_factory=Statistics)
    """The cost of the search."""

    @property
    def exact(self) -> bool:
        """Return whether the search finished, so that the answer is final."""
        return self.status not in (Status.LIMIT, Status.SOLVED)


class Covers(Iterator[Cover]):
    """An iterator over verified covers; afterwards, ``status`` and ``statistics`` describe the search."""

    def __init__(
        self,
        options: Options,
        search: Generator[tuple[int, ...], None, tuple[Status, Statistics]],
        max_cost: int | None,
    ) -> None:
        self._options = options
        self._search = search
        self._max_cost = max_cost
        self.status = Status.LIMIT
        self.statistics = Statistics()

    def __next__(self) -> Cover:
        try:
            cover = next(self._search)
        except StopIteration as end:
            if end.value is not None:
                self.status, self.statistics = end.value
            raise StopIteration from None
        check_cost(cost_of_cover(self._options, cover), self._max_cost)
        return self._options.names(cover)

    def close(self) -> None:
        """Stop the search."""
        self._search.close()


def check_cost(cost: int, max_cost: int | None) -> None:
    """Refuse a cover that costs more than requested.

    Raises
    ------
    UnsoundAnswerError
        If the cover costs more.
    """
    if max_cost is not None and cost > max_cost:
        raise UnsoundAnswerError(f"a cover of cost {cost} was found, above the maximum {max_cost}")
