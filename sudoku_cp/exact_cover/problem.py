"""A cover problem, the questions about it, and their verified answers."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from sudoku_cp import _native
from sudoku_cp._base.arguments import checked, integer, of_type
from sudoku_cp.exact_cover.options import MAX_TOTAL, NO_COLOUR, Options
from sudoku_cp.model import ModelError, UnsoundAnswerError
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import NO_LIMITS, Limits, at_least_one
from sudoku_cp.solvers.exact_cover.compiled import poll_of, statistics_of, status_of, take_all

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def cost_of_cover(options: Options, cover: Sequence[int]) -> int:
    """Add up the costs of the options, after checking that they are a cover, without the code of the engine.

    Raises
    ------
    UnsoundAnswerError
        If a primary item is not covered exactly once, or a secondary item is in two options that do not give it the
        same colour.
    """
    colour_of: dict[int, int] = {}
    for option in cover:
        for at in range(options.begin[option], options.begin[option + 1]):
            item, colour = options.items[at], options.colours[at]
            if item in colour_of and (colour == NO_COLOUR or colour != colour_of[item]):
                raise UnsoundAnswerError(
                    f"item {options.item_names[item]!r} is in two options of {options.names(cover)}"
                )
            colour_of[item] = colour
    for item in range(options.primary):
        if item not in colour_of:
            raise UnsoundAnswerError(f"item {options.item_names[item]!r} is in no option of {options.names(cover)}")
    return sum(options.costs[option] for option in cover)


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


MOST_ITEMS = 1 << 31
"""The first number of items that the engine cannot have."""

_limits = of_type(Limits, "Limits")


class ExactCover:
    """Items, options, and the search for covers.

    Options are distinguished by their numbers: two options with the same items give different covers. If a primary
    item is in no option, there is no cover. A problem without primary items has one cover, the empty one.

    Every cover is checked in plain Python before it is returned; a wrong one raises `UnsoundAnswerError`.

    Parameters
    ----------
    primary
        The names of the items that a cover contains exactly once: any hashable objects.
    secondary
        The names of the items that a cover contains at most once, or several times with one colour.

    Raises
    ------
    ModelError
        If an item is declared twice, or is a pair of a secondary item and another object, which could be mistaken for
        a coloured item.
    """

    def __init__(self, primary: Iterable[Hashable], secondary: Iterable[Hashable] = ()) -> None:
        self._options = Options(primary, secondary)
        self._compiled: _native.Problem | None = None

    @classmethod
    @checked(primary=integer, secondary=integer)
    def from_arrays(
        cls,
        primary: int,
        secondary: int,
        begin: ArrayLike,
        items: ArrayLike,
        colours: ArrayLike | None = None,
        costs: ArrayLike | None = None,
    ) -> Self:
        """Make a problem from arrays of integers, without Python code for each option.

        Items and options have numbers as names. Item numbers start at 0, with the primary items first.

        Parameters
        ----------
        primary, secondary
            The numbers of primary and of secondary items.
        begin
            Option i has the items ``items[begin[i]:begin[i + 1]]``; the length is the number of options plus one.
        items
            The items of all options, one option after another.
        colours
            For each entry of ``items`` the colour that the option gives the item, 0 for none.
        costs
            The cost of each option.

        Raises
        ------
        ModelError
            If the lengths of the arrays do not match, and for every fault of an option (see `add_option`).

        >>> problem = ExactCover.from_arrays(3, 0, begin=[0, 2, 3, 5], items=[0, 2, 1, 0, 1])
        >>> problem.solve().cover
        (0, 1)
        """
        if primary < 0 or secondary < 0 or primary + secondary >= MOST_ITEMS:
            raise ModelError(f"there cannot be {primary} primary and {secondary} secondary items")
        problem = cls(range(primary), range(primary, primary + secondary))
        problem._options.fill(begin, items, colours, costs)
        problem._problem()
        return problem

    def add_option(self, items: Iterable[Hashable], *, name: Any = None, cost: int = 0) -> None:
        """Add an option.

        Parameters
        ----------
        items
            Items by name; with a colour as the pair ``(item, colour)``, where the colour is anything hashable.
        name
            The name of the option in covers; by default its number, counted from 0.
        cost
            The cost that it adds to a cover.

        Raises
        ------
        ModelError
            If there is no such item, or ``cost`` is not an integer. The first question about the problem raises it
            if an option lists an item twice, has no primary item, colours a primary item, or has a cost that is
            negative or so large that a cover could cost more than 2^40.
        """
        self._options.add(items, name, cost)
        self._compiled = None

    @checked(limits=_limits)
    def solve(self, limits: Limits = NO_LIMITS) -> CoverResult:
        """Find one cover or prove that there is none.

        Parameters
        ----------
        limits
            When to stop early.

        Returns
        -------
        CoverResult
            The cover, if there is one, and the status.
        """
        result = self.count(1, limits=limits)
        if result.cover is None:
            return result
        return CoverResult(Status.SOLVED, result.cover, 1, result.cost, statistics=result.statistics)

    @checked(max_cost=integer, limits=_limits)
    def count(
        self, limit: int | None = None, *, max_cost: int | None = None, limits: Limits = NO_LIMITS
    ) -> CoverResult:
        """Count the covers, all of them or until ``limit`` are found; the first one is given too.

        Parameters
        ----------
        limit
            The number of covers to stop at, with the status LIMIT; None to count all.
        max_cost
            Count only covers that cost no more.
        limits
            When to stop early.

        Returns
        -------
        CoverResult
            The count, with the first cover found.
        """
        limit = None if limit is None else at_least_one(limit, "the limit of a count")
        start = monotonic()
        solver = self._solver(max_cost)
        count, first, ending = solver.count(limit, limits.seconds, limits.nodes, poll_of(limits, start))
        status, statistics = status_of(ending == "exhausted", count > 0), statistics_of(solver, start)
        if first is None:
            return CoverResult(status, statistics=statistics)
        cost = cost_of_cover(self._options, first)
        check_cost(cost, max_cost)
        return CoverResult(status, self._options.names(first), count, cost, statistics=statistics)

    @checked(max_cost=integer, limits=_limits)
    def solutions(self, *, max_cost: int | None = None, limits: Limits = NO_LIMITS) -> Covers:
        """Iterate over all covers, in constant memory.

        All covers of least cost are ``problem.solutions(max_cost=problem.minimum().cost)``.

        Parameters
        ----------
        max_cost
            Omit covers that cost more.
        limits
            When to stop early.

        Returns
        -------
        Covers
            An iterator over the covers; its ``status`` is known at the end.
        """
        return Covers(self._options, take_all(self._solver(max_cost), limits), max_cost)

    @checked(limits=_limits)
    def minimum(self, limits: Limits = NO_LIMITS) -> CoverResult:
        """Find a cover of least cost, and prove that the cost is the least.

        Parameters
        ----------
        limits
            When to stop early.

        Returns
        -------
        CoverResult
            The cover with its cost and a bound. If a limit is reached first, the status is LIMIT, ``cover`` is the best
            one so far, and no cover costs less than ``bound``.

        Raises
        ------
        UnsoundAnswerError
            If the cost that the engine reports differs from the cost of the cover.

        >>> lights = ExactCover(["hall", "stairs"])
        >>> lights.add_option(["hall"], name="lamp", cost=3)
        >>> lights.add_option(["stairs"], name="candle", cost=4)
        >>> lights.add_option(["hall", "stairs"], name="chandelier", cost=6)
        >>> best = lights.minimum()
        >>> best.cover, best.cost, best.status
        (('chandelier',), 6, <Status.OPTIMAL: 'optimal'>)

        If a limit is reached, the status is LIMIT: ``cover`` is the best one so far, and no cover costs less than
        ``bound``.
        """
        start = monotonic()
        solver = self._solver(None)
        covers, bound, ending = solver.minimum(
            1, False, seconds=limits.seconds, nodes=limits.nodes, poll=poll_of(limits, start)
        )
        cost, cover = covers[0] if covers else (None, None)
        finished = ending == "exhausted"
        status, statistics = status_of(finished, cover is not None, Status.OPTIMAL), statistics_of(solver, start)
        bound = bound if finished else max(bound or 0, 0)
        if cover is None:
            return CoverResult(status, bound=bound, statistics=statistics)
        true_cost = cost_of_cover(self._options, cover)
        if cost != true_cost:
            raise UnsoundAnswerError(f"a cover of cost {true_cost} was reported with the cost {cost}")
        return CoverResult(status, self._options.names(cover), 1, cost, bound, statistics)

    def _problem(self) -> _native.Problem:
        if self._compiled is None:
            self._compiled = self._options.compile()
        return self._compiled

    def _solver(self, max_cost: int | None) -> _native.Solver:
        if max_cost is not None and max_cost < 0:
            raise ModelError(f"no cover can cost at most {max_cost}: costs are not negative")
        problem = self._problem()
        if max_cost is None or not self._options.have_costs:
            return _native.Solver(problem, [])
        return _native.Solver(problem, [], most_cost=min(max_cost, MAX_TOTAL))
