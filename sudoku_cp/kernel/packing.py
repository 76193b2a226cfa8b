"""Tasks in time and things in bins: global constraints made of constraints of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sudoku_cp._base.arguments import integer, is_integer
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.combination import AllOf, AnyOf
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Expression, Formula, Operand
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.kernel.globals import among, have_values, refuse_lengths, terms_in, values_of

MAX_TIMES = 5_000
"""The most pairs of a task and a time for which a cumulative resource is looked at time by time."""


def NoOverlap(starts: Iterable[Operand], durations: Iterable[Operand]) -> Constraint:  # noqa: N802
    """Require that no two tasks overlap; nor does a task of no duration lie inside another.

    Parameters
    ----------
    starts, durations
        Lists of equal length, of cells, other expressions or integers.

    Returns
    -------
    Constraint
        For each two tasks, that one ends before the other starts.

    Raises
    ------
    ModelError
        If the lists differ in length.
    """
    begin, length = terms_in(starts, "NoOverlap"), terms_in(durations, "NoOverlap")
    refuse_lengths("NoOverlap", begin, length)
    tasks = zip(begin, length, strict=True)
    return AllOf(
        *(
            AnyOf(one + lasts <= other, other + goes_on <= one)
            for (one, lasts), (other, goes_on) in combinations(tasks, 2)
        )
    )


def Cumulative(  # noqa: N802
    starts: Iterable[Operand], durations: Iterable[Operand], demands: Iterable[Operand], capacity: Operand
) -> Constraint:
    """Require that tasks never need more of a resource together than there is.

    Parameters
    ----------
    starts, durations, demands
        Lists of equal length, of cells, other expressions or integers; no demand is negative.
    capacity
        How much there is at any time: an integer, a cell or another expression.

    Returns
    -------
    Constraint
        A sum of demands for each time at which a task may start or, with many times or durations that are to be found,
        for each task at its start.

    Raises
    ------
    ModelError
        If the lists differ in length, or a demand may be negative.
    """
    begin, length = terms_in(starts, "Cumulative"), terms_in(durations, "Cumulative")
    needed = terms_in(demands, "Cumulative")
    (limit,) = terms_in([capacity], "Cumulative")
    refuse_lengths("Cumulative", begin, length, needed)
    if any(min(domain) < 0 for domain in map(values_of, needed)):
        raise ModelError("Cumulative: a demand may be negative")
    times = sorted({time for domain in map(values_of, begin) for time in domain})
    lengths = list(map(values_of, length))
    if all(len(domain) == 1 for domain in lengths) and len(times) * len(begin) <= MAX_TIMES:
        return AllOf(
            *have_values(begin, length, needed),
            *(
                sum_of(
                    demand * among(start, range(time - lasts + 1, time + 1))
                    for start, (lasts,), demand in zip(begin, lengths, needed, strict=True)
                    if lasts > 0
                )
                <= limit
                for time in times
            ),
        )
    tasks = list(zip(begin, length, needed, strict=True))
    parts = have_values(begin, length, needed)
    for at, (now, own, own_demand) in enumerate(tasks):
        others = [
            demand * AllOf(start <= now, now < start + lasts)
            for place, (start, lasts, demand) in enumerate(tasks)
            if place != at
        ]
        parts.append(sum_of([own_demand * (own >= 1), *others]) <= limit)
    return AllOf(*parts)


def BinPacking(  # noqa: N802
    bins: Iterable[Operand],
    sizes: Iterable[Operand],
    capacity: Operand | Iterable[Operand] | None = None,
    *,
    loads: Iterable[Operand] | None = None,
    first: int = 0,
) -> Constraint:
    """Require that things in bins fit, or add up.

    Parameters
    ----------
    bins
        The number of the bin of each thing: cells, other expressions or integers.
    sizes
        The size of each thing.
    capacity
        The most that fits into each bin, or a list with the most for each bin.
    loads
        What each bin holds, in place of a capacity.
    first
        The number of the first bin of a list.

    Returns
    -------
    Constraint
        A sum for each bin; with a list there are no other bins.

    Raises
    ------
    ModelError
        If there are more or fewer sizes than things, or both or none of capacity and loads.
    """
    where, weights = terms_in(bins, "BinPacking"), terms_in(sizes, "BinPacking")
    refuse_lengths("BinPacking", where, weights)
    if (capacity is None) == (loads is None):
        raise ModelError("BinPacking needs either a capacity or loads")

    def load(number: int) -> Expression:
        things = zip(where, weights, strict=True)
        return sum_of(weight * (place == number) for place, weight in things if number in {*values_of(place)})

    start = integer(first, "the first bin of BinPacking")
    if isinstance(capacity, Formula) or is_integer(capacity):
        (most,) = terms_in([capacity], "BinPacking")
        used = sorted({number for domain in map(values_of, where) for number in domain})
        return AllOf(*have_values(where, weights), *(load(number) <= most for number in used))
    limits = terms_in(capacity if loads is None else loads, "BinPacking")
    numbers = range(start, start + len(limits))
    inside = [among(place, numbers) for place in where if not {*values_of(place)} <= {*numbers}]
    fits = [
        load(number) <= limit if loads is None else load(number) == limit
        for number, limit in zip(numbers, limits, strict=True)
    ]
    return AllOf(*have_values(where, weights), *inside, *fits)
