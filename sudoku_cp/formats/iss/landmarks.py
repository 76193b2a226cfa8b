"""The landmarks of a chaos construction: cells that lie in the regions 1, 2, …, chosen where cells share regions.

Where regions are only counted, other landmarks than the usual ones have made puzzles harder as often as easier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, product
from operator import or_

from sudoku_cp.formats.iss.cells import GRID_NAME, REGIONS
from sudoku_cp.formats.iss.shape import Shape
from sudoku_cp.formats.iss.text import Entry

SHARING = ("ChaosArrow", "SameValues")
"""The types of entries that say which cells share a region."""

BORDER_WEIGHT = 0.5
"""What a cell of the border has more: its region goes on in three directions at most."""

_REGION_NAME = re.compile(rf"{REGIONS}([1-9]\d{{0,3}})")

Place = tuple[int, int]
"""A row and a column, from 1."""


def landmarks_of(entries: Sequence[Entry], shape: Shape) -> list[Place]:
    """The largest set of landmarks that grows from a pair, and among such sets that of the greatest weight.

    Each entry that says which cells share a region divides a weight of 1 equally among those that it names.
    """
    weights = dict.fromkeys(product(range(1, shape.height + 1), range(1, shape.width + 1)), 0.0)
    for row, column in weights:
        if row in (1, shape.height) or column in (1, shape.width):
            weights[row, column] = BORDER_WEIGHT
    for entry in _with_inner(entries):
        named = [place for place in _named(entry, shape) if place in weights]
        for place in named:
            weights[place] += 1 / len(named)
    places = sorted(weights, key=lambda place: -weights[place])
    best: tuple[int, float, list[Place]] = (0, 0.0, [])
    for indices in _sets(places, shape.region_size):
        if len(indices) < best[0]:
            continue
        landmarks = [places[index] for index in indices]
        value = (len(landmarks), sum(weights[place] for place in landmarks))
        if value > best[:2]:
            best = (*value, landmarks)
    return sorted(best[2])


def _sets(places: Sequence[Place], steps: int) -> Iterator[list[int]]:
    """Each place alone, and each pair at least `steps` apart with the first places that can be added one after another.

    Places are given by their indices.
    """
    far_from = _far_from(places, steps)
    yield from ([index] for index in range(len(places)))
    for one, far in enumerate(far_from):
        for other in _bits(far >> one + 1, one + 1):
            chosen, left = [one, other], far & far_from[other]
            while left:
                chosen.append((left & -left).bit_length() - 1)
                left &= far_from[chosen[-1]]
            yield chosen


def _bits(mask: int, first: int) -> Iterator[int]:
    """The numbers of the bits that are set, in order; the lowest bit has the first number."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1 + first
        mask ^= low


def _far_from(places: Sequence[Place], steps: int) -> list[int]:
    """For each place of a grid, as a bit each, those that are at least `steps` away."""
    height, width = map(max, zip(*places, strict=True))
    bit = {place: 1 << index for index, place in enumerate(places)}
    before = {  # for each row the places before each column, and all of them
        row: list(accumulate((bit[row, column] for column in range(1, width + 1)), initial=0))
        for row in range(1, height + 1)
    }

    def near(row: int, column: int, most: int) -> int:
        """The places of a row that are at most `most` columns away."""
        return before[row][min(column + most, width)] ^ before[row][max(column - most, 1) - 1] if most >= 0 else 0

    everywhere = (1 << len(places)) - 1
    return [
        everywhere ^ reduce(or_, (near(row, column, steps - 1 - abs(row - at)) for row in before))
        for at, column in places
    ]


def _with_inner(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _with_inner(entry.inner)


def _named(entry: Entry, shape: Shape) -> Iterator[Place]:
    """The cells whose regions an entry compares; for an arrow, also the cell with its count."""
    if entry.type not in SHARING:
        return
    names = [name for argument in entry.arguments for name in argument.split("_")]
    for found in filter(None, map(_REGION_NAME.fullmatch, names)):
        row, column = divmod(int(found[1]) - 1, shape.width)
        yield row + 1, column + 1
    if entry.type == "ChaosArrow":
        yield from ((int(found[1], 17), int(found[2], 17)) for found in map(GRID_NAME.fullmatch, names) if found)
