"""The search for fish.

A digit in a cell that is not in the base houses, but in a cover house, leaves these base houses the cells that it does
not see. So the search starts from each cell: of the cells that it does not see, the base houses have no common ones,
and one cover house less holds all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudoku_cp.human.techniques.layout import House, Kind, Layout

Side = frozenset[Kind]
"""The kinds of the base houses, or of the cover houses."""

Caught = tuple[tuple[House, ...], tuple[House, ...]]
"""Base houses and cover houses."""

_PAIR = 2
"""Houses of two cells, such as those a knight's move apart, cover nothing: there are too many of them to try."""


@dataclass(frozen=True, slots=True)
class _Net:
    """A house, and its cells for the digit that the cell in question does not see."""

    house: House
    cells: int


def caught(layout: Layout, places: int, size: int, sides: Sequence[tuple[Side, Side]]) -> Iterator[Caught]:
    """The base and cover houses of the fish of a digit that eliminate something.

    Fish with a base house all of whose cells see what is eliminated are left out: it alone eliminates as much.

    Parameters
    ----------
    layout
        The houses.
    places
        The cells that may have the digit, as a mask.
    size
        The number of base houses, and of cover houses.
    sides
        The kinds of base houses and of cover houses, in as many ways as wanted.

    Yields
    ------
    tuple
        Base houses and cover houses, in the order of their numbers, each pair once.
    """
    live = [house for house in layout.complete if (house.bits & places).bit_count() > 1]
    wide = [house for house in layout.houses if len(house.cells) > _PAIR]
    found: set[tuple[frozenset[int], frozenset[int]]] = set()
    left = places
    while left:
        cell = left & -left
        left ^= cell
        far = places & ~layout.peers[cell.bit_length() - 1] & ~cell
        for base_kinds, cover_kinds in sides:
            last = [house for house in wide if house.kind in cover_kinds and house.bits & cell]
            bases, covers = _nets(live, base_kinds, cell, far), _nets(wide, cover_kinds, cell, far)
            for chosen, short in _tight(bases, covers, size):
                for house in last:
                    covering = (*short, house)
                    key = frozenset(each.number for each in chosen), frozenset(each.number for each in covering)
                    if key not in found:
                        found.add(key)
                        yield chosen, tuple(sorted(covering, key=lambda each: each.number))


def _nets(houses: Sequence[House], kinds: Side, cell: int, far: int) -> list[_Net]:
    return [
        _Net(house, house.bits & far)
        for house in houses
        if house.kind in kinds and not house.bits & cell and house.bits & far
    ]


def _tight(bases: Sequence[_Net], covers: Sequence[_Net], size: int) -> Iterator[Caught]:
    """Base houses without common cells, and one cover house less, which hold all of their cells."""

    def extend(
        start: int, chosen: tuple[_Net, ...], held: int, short: tuple[House, ...], covered: int
    ) -> Iterator[Caught]:
        if len(chosen) == size:
            if len(short) == size - 1:
                yield tuple(net.house for net in chosen), short
            return
        for place in range(start, len(bases) - (size - len(chosen)) + 1):
            base = bases[place]
            if base.cells & held or base.house in short:
                continue
            used = (*chosen, base)
            for more, now in cover(base.cells & ~covered, used, short, covered):
                yield from extend(place + 1, used, held | base.cells, more, now)

    def cover(
        left: int, used: tuple[_Net, ...], short: tuple[House, ...], covered: int
    ) -> Iterator[tuple[tuple[House, ...], int]]:
        if not left:
            yield short, covered
        elif len(short) < size - 1:
            first = left & -left
            for net in covers:
                if net.cells & first and all(net.house is not each.house for each in used):
                    yield from cover(left & ~net.cells, used, (*short, net.house), covered | net.cells)

    return extend(0, (), 0, (), 0)
