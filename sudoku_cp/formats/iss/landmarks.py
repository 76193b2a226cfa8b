"""The landmarks of a chaos construction: cells that lie in the regions 1, 2, …, chosen where cells share regions.

Where regions are only counted, other landmarks than the usual ones have made puzzles harder as often as easier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, product
from operator import itemgetter

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
    heaviest = (1, weights[places[0]], [0])
    sets = _sets_from_pairs(_far_from(places, shape.region_size), [weights[place] for place in places])
    chosen = max(chain([heaviest], sets), key=itemgetter(0, 1))[2]
    return sorted(places[index] for index in chosen)


def _sets_from_pairs(far_from: Sequence[int], weights: Sequence[float]) -> Iterator[tuple[int, float, list[int]]]:
    """Each two places that are far apart, with the first places that can be added one after another.

    Each set comes with its size and its weight. Places are given by their indices.
    """
    for one, far in enumerate(far_from):
        later = far >> one + 1 << one + 1
        while later:
            other = (later & -later).bit_length() - 1
            later &= later - 1
            chosen, weight, left = [one, other], weights[one] + weights[other], far & far_from[other]
            while left:
                place = (left & -left).bit_length() - 1
                left &= far_from[place]
                weight += weights[place]
                chosen.append(place)
            yield len(chosen), weight, chosen


def _far_from(places: Sequence[Place], steps: int) -> list[int]:
    """For each place of a grid, as a bit each, those that are at least `steps` away."""
    height, width = map(max, zip(*places, strict=True))
    bit = {place: 1 << index for index, place in enumerate(places)}
    before = [  # for each row the places before each column, and all of them
        list(accumulate((bit[row, column] for column in range(1, width + 1)), initial=0))
        for row in range(1, height + 1)
    ]
    far_from = []
    for at, column in places:
        far = (1 << len(places)) - 1
        for row in range(max(at - steps, 0) + 1, min(at + steps, height + 1)):
            most = steps - 1 - abs(row - at)
            far ^= before[row - 1][min(column + most, width)] ^ before[row - 1][max(column - most, 1) - 1]
        far_from.append(far)
    return far_from


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
