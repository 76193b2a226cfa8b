"""The landmarks of a chaos construction: cells that lie in the regions 1, 2, …, chosen where cells share regions.

Where regions are only counted, other landmarks than the usual ones have made puzzles harder as often as easier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

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
    best: tuple[int, float, list[Place]] = (0, 0.0, [])
    for landmarks in _sets(sorted(weights, key=lambda place: -weights[place]), shape.region_size):
        value = (len(landmarks), sum(weights[place] for place in landmarks))
        if value > best[:2]:
            best = (*value, landmarks)
    return sorted(best[2])


def _sets(places: Sequence[Place], steps: int) -> Iterator[list[Place]]:
    """Each place alone, and each pair so many steps apart with the first places that can be added one after another."""
    far_from = [
        sum(1 << index for index, other in enumerate(places) if _steps(place, other) >= steps) for place in places
    ]
    yield from ([place] for place in places)
    for one, other in combinations(range(len(places)), 2):
        if far_from[one] >> other & 1:
            chosen, left = [one, other], far_from[one] & far_from[other]
            while left:
                chosen.append((left & -left).bit_length() - 1)
                left &= far_from[chosen[-1]]
            yield [places[index] for index in chosen]


def _steps(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


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
