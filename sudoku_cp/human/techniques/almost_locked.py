"""Almost locked sets: cells of a house with one candidate more than cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku_cp.human.techniques.layout import House, bits_of
from sudoku_cp.human.techniques.position import Position


@dataclass(frozen=True, eq=False)
class AlmostLockedSet:
    """Cells of a house that have one candidate more than cells: they lack one of these at most."""

    number: int
    house: House
    cells: int
    digits: int
    places: dict[int, int]
    """For each of its digits the cells that may have it."""
    seen: dict[int, int]
    """For each of its digits the cells that may have it and differ from all of these."""


def almost_locked_sets(position: Position) -> list[AlmostLockedSet]:
    """All almost locked sets, small ones first; a cell with two candidates is one."""
    found: dict[int, tuple[House, int]] = {}

    def extend(house: House, cells: int, digits: int, left: int) -> None:
        if cells and digits.bit_count() == cells.bit_count() + 1:
            found.setdefault(cells, (house, digits))
        for cell in bits_of(left):
            left &= left - 1
            extend(house, cells | 1 << cell, digits | position.masks[cell], left)

    for house in position.layout.houses:
        extend(house, 0, 0, house.bits & position.open)
    ordered = sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))
    sets = []
    for number, (cells, (house, digits)) in enumerate(ordered):
        places = {digit: cells & position.places[digit] for digit in bits_of(digits)}
        seen = {digit: position.sees_all(digit, where) for digit, where in places.items()}
        sets.append(AlmostLockedSet(number, house, cells, digits, places, seen))
    return sets


def restricted(one: AlmostLockedSet, other: AlmostLockedSet) -> int:
    """The digits that are not in both sets, since all of their cells in one differ from all in the other."""
    return sum(1 << digit for digit in bits_of(one.digits & other.digits) if not other.places[digit] & ~one.seen[digit])


def linked_sets(sets: list[AlmostLockedSet]) -> Iterator[tuple[AlmostLockedSet, AlmostLockedSet, int]]:
    """The pairs of sets without common cells that have restricted digits, and these."""
    near: dict[tuple[int, int], list[AlmostLockedSet]] = {}
    for each in sets:
        for digit, cells in each.places.items():
            near.setdefault((digit, cells), []).append(each)
    by_digit: dict[int, list[int]] = {}
    for digit, cells in near:
        by_digit.setdefault(digit, []).append(cells)
    found: dict[tuple[int, int], int] = {}
    for (digit, _), owners in near.items():
        seen = owners[0].seen[digit]
        for other_cells in by_digit[digit]:
            if other_cells & ~seen:
                continue
            for one in owners:
                for other in near[digit, other_cells]:
                    if one.number < other.number and not one.cells & other.cells:
                        key = one.number, other.number
                        found[key] = found.get(key, 0) | 1 << digit
    for (one_number, other_number), digits in found.items():
        yield sets[one_number], sets[other_number], digits
