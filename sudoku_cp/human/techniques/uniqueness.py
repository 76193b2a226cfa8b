"""Unique, hidden and avoidable rectangles, and BUG+1. They assume that the solution is unique.

The four cells where two rows meet two columns, in two regions, none of them given, cannot all be one of two digits:
exchanging these would give a second solution. So one of the cells has a third digit. In BUG+1 all open cells have two
candidates, but one has three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from sudoku_cp.human.techniques.layout import House, Kind, Layout, bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, merged, subsets

HIDDEN = "hidden rectangle"
_UNIQUE, _AVOIDABLE = "unique rectangle", "avoidable rectangle"
NAMES = (*(f"{_UNIQUE} {kind}" for kind in range(1, 7)), HIDDEN, f"{_AVOIDABLE} 1", f"{_AVOIDABLE} 2")

Corners = tuple[int, int, int, int]


@dataclass(frozen=True)
class Rectangle:
    """Four cells and two digits, of which every cell may have one."""

    corners: Corners
    """The cells in reading order, so that the first and the last are opposite."""
    cells: int
    digits: int
    """The two digits."""
    open_corners: int
    """The cells that may have a third digit."""
    is_avoidable: bool
    """Whether a cell is placed already."""


def rectangles(position: Position, name: str) -> Iterator[Pattern]:
    """The rectangles of one type that eliminate something.

    Parameters
    ----------
    position
        The candidates.
    name
        One of `NAMES`.
    """
    if not position.layout.has_only_houses:
        return
    for rectangle in _rectangles(position):
        for kind, reason, lost, houses in _types(position, rectangle):
            if kind == name and lost:
                two = position.layout.digit_names(rectangle.digits)
                corners = position.layout.cell_names(rectangle.cells)
                words = f"{corners} cannot all be {two.replace(' ', ' or ')}{reason}"
                yield Pattern(name, rectangle.cells, rectangle.digits, words, lost, houses=houses)


Found = tuple[str, str, dict[int, int], tuple[House, ...]]


def _types(position: Position, rectangle: Rectangle) -> Iterator[Found]:
    layout, free = position.layout, rectangle.open_corners
    unsure = free.bit_count()
    kind = _AVOIDABLE if rectangle.is_avoidable else _UNIQUE
    third = position.union(free) & ~rectangle.digits
    if unsure == 1:
        (cell,) = bits_of(free)
        reason = f", so {layout.cell_names(free)} is another digit"
        yield f"{kind} 1", reason, {cell: position.masks[cell] & rectangle.digits}, ()
    if unsure > 1 and third.bit_count() == 1:
        (digit,) = bits_of(third)
        is_side = unsure == 2 and not _are_opposite(rectangle, free)
        reason = f", so one of {layout.cell_names(free)} is {layout.digit_names(third)}"
        lost = position.lost(digit, position.sees_all(digit, free))
        yield f"{kind} {2 if is_side or rectangle.is_avoidable else 5}", reason, lost, ()
    if rectangle.is_avoidable:
        return
    if unsure == 2:
        if _are_opposite(rectangle, free):
            yield from _type_6(position, rectangle)
        else:
            yield from _type_3(position, rectangle, third)
            yield from _type_4(position, rectangle)
    yield from _hidden(position, rectangle)


def _type_3(position: Position, rectangle: Rectangle, third: int) -> Iterator[Found]:
    """The third digits of two corners are a naked subset with cells of a house."""
    layout, roof = position.layout, rectangle.open_corners
    for house in layout.houses:
        if roof & ~house.bits:
            continue
        others = house.bits & position.open & ~rectangle.cells
        for size in range(1, others.bit_count()):
            for chosen in subsets(others, size):
                cells = sum(1 << cell for cell in chosen)
                digits = third | position.union(cells)
                if digits.bit_count() != size + 1:
                    continue
                inside = [each for each in layout.houses if not (roof | cells) & ~each.bits]
                lost = merged(
                    position.lost(digit, each.bits & ~(roof | cells)) for each in inside for digit in bits_of(digits)
                )
                reason = (
                    f", so {layout.cell_names(roof)} have one of {layout.digit_names(third)}, which makes a subset of "
                    f"{layout.digit_names(digits)} with {layout.cell_names(cells)}"
                )
                yield f"{_UNIQUE} 3", reason, lost, tuple(inside)


def _type_4(position: Position, rectangle: Rectangle) -> Iterator[Found]:
    """One of two corners of a house must have one of the digits, so that none has the other."""
    layout, roof = position.layout, rectangle.open_corners
    for digit in bits_of(rectangle.digits):
        (other,) = bits_of(rectangle.digits & ~(1 << digit))
        for house in layout.complete:
            if not roof & ~house.bits and house.bits & position.places[digit] == roof:
                reason = f"; in {house}, only {layout.cell_names(roof)} can be {layout.digit_names(1 << digit)}"
                yield f"{_UNIQUE} 4", reason, position.lost(other, roof), (house,)


def _type_6(position: Position, rectangle: Rectangle) -> Iterator[Found]:
    """Rows or columns have a digit only in the corners, so that opposite corners both have it or both not."""
    layout = position.layout
    for digit in bits_of(rectangle.digits):
        for kind in (Kind.ROW, Kind.COLUMN):
            houses = tuple(house for house in layout.complete if house.kind is kind and house.bits & rectangle.cells)
            if all(_only_in(house, digit, rectangle.cells, position) for house in houses):
                reason = (
                    f", and {layout.digit_names(1 << digit)} has only two cells for it in {houses[0]} and in "
                    f"{houses[-1]}"
                )
                yield f"{_UNIQUE} 6", reason, position.lost(digit, rectangle.open_corners), houses


def _hidden(position: Position, rectangle: Rectangle) -> Iterator[Found]:
    """The corner opposite to one with the two digits, in a row and a column with one of the digits only in corners."""
    layout = position.layout
    for cell, opposite in zip(rectangle.corners, reversed(rectangle.corners), strict=True):
        if rectangle.open_corners >> cell & 1:
            continue
        for digit in bits_of(rectangle.digits):
            (other,) = bits_of(rectangle.digits & ~(1 << digit))
            lines = tuple(
                house
                for house in layout.complete
                if house.kind in (Kind.ROW, Kind.COLUMN)
                and house.bits >> opposite & 1
                and _only_in(house, digit, rectangle.cells, position)
            )
            if len(lines) == 2:
                name = layout.cell_names(1 << opposite)
                reason = (
                    f"; {layout.digit_names(1 << digit)} is only there in {lines[0]} and {lines[1]}, so if {name} were "
                    f"{layout.digit_names(1 << other)}, they all would be"
                )
                yield HIDDEN, reason, position.lost(other, 1 << opposite), lines


def _only_in(house: House, digit: int, cells: int, position: Position) -> bool:
    """Whether a digit that is still to be placed in a house can only be in some cells of it."""
    places = house.bits & position.places[digit]
    return places != 0 and not places & ~cells


def _are_opposite(rectangle: Rectangle, two: int) -> bool:
    first, second, third, fourth = rectangle.corners
    return two in (1 << first | 1 << fourth, 1 << second | 1 << third)


def _rectangles(position: Position) -> Iterator[Rectangle]:
    for corners in corners_of(position.layout):
        cells = sum(1 << cell for cell in corners)
        if cells & position.givens:
            continue
        solved = (cells & position.placed).bit_count()
        union = position.union(cells)
        for pair in combinations(bits_of(union), 2):
            digits = 1 << pair[0] | 1 << pair[1]
            masks = [position.masks[cell] for cell in corners]
            free = sum(1 << cell for cell, mask in zip(corners, masks, strict=True) if mask & ~digits)
            if free.bit_count() in (0, 4) or not all(mask & digits for mask in masks) or free & position.placed:
                continue
            if solved or any(mask == digits for mask in masks):
                yield Rectangle(corners, cells, digits, free, solved > 0)


@lru_cache(maxsize=4)
def corners_of(layout: Layout) -> tuple[Corners, ...]:
    """The cells where two rows meet two columns, if every house has as many of either diagonal."""
    rows, columns = ([house for house in layout.complete if house.kind is kind] for kind in (Kind.ROW, Kind.COLUMN))
    found = []
    for (top, bottom), (left, right) in product(combinations(rows, 2), combinations(columns, 2)):
        meetings = [row.bits & column.bits for row in (top, bottom) for column in (left, right)]
        if all(meetings) and _are_balanced(layout, meetings):
            one, two, three, four = (next(bits_of(cells)) for cells in meetings)
            found.append((one, two, three, four))
    return tuple(found)


def _are_balanced(layout: Layout, corners: list[int]) -> bool:
    """Whether exchanging two digits in the corners leaves each house with the same digits."""
    first, second, third, fourth = corners
    return all(
        (house.bits & (first | fourth)).bit_count() == (house.bits & (second | third)).bit_count()
        for house in layout.houses
    )


def bug_plus_one(position: Position) -> Iterator[Pattern]:
    """Where each digit would have two or no cells in every house, the solution would not be unique."""
    layout = position.layout
    triples = position.cells_by_number.get(3, 0)
    if not layout.has_only_houses or triples.bit_count() != 1 or triples | position.pairs != position.open:
        return
    (cell,) = bits_of(triples)
    for digit in bits_of(position.masks[cell]):
        if _has_two_of_each(position, digit, triples):
            reason = (
                f"all other open cells have two candidates, and without {layout.digit_names(1 << digit)} in "
                f"{layout.cell_names(triples)} each digit would have two cells or none in every house"
            )
            rest = {cell: position.masks[cell] & ~(1 << digit)}
            yield Pattern("BUG+1", triples, 1 << digit, reason, rest)


def _has_two_of_each(position: Position, without: int, cell: int) -> bool:
    return all(
        (position.places[digit] & house.bits & ~(cell if digit == without else 0)).bit_count() in (0, 2)
        for house in position.layout.houses
        for digit in position.digits
    )
