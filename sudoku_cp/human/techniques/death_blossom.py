"""Death blossoms: a cell, and for each of its candidates an almost locked set that the candidate takes a digit from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudoku_cp.human.techniques.almost_locked import AlmostLockedSet, almost_locked_sets
from sudoku_cp.human.techniques.layout import House, bits_of
from sudoku_cp.human.techniques.pattern import Pattern, merged
from sudoku_cp.human.techniques.position import Position

Petal = tuple[int, AlmostLockedSet]
"""A candidate of the stem, and a set whose cells for this digit all see the stem."""


def death_blossoms(position: Position) -> Iterator[Pattern]:
    """Whatever the stem is, one of the sets, the petals, loses that digit and has all of its others.

    So a digit that all petals have is impossible in the cells that see all cells for it in these.
    """
    petals = _petals(position)
    for stem in bits_of(position.open):
        near = [[(digit, each) for each in petals.get((stem, digit), ())] for digit in bits_of(position.masks[stem])]
        if not all(near):
            continue
        found: set[tuple[int, ...]] = set()
        for digit in position.digits:
            for cell in bits_of(_reached(near, digit)):
                flower = [next(petal for petal in choice if _sees(petal, digit) >> cell & 1) for choice in near]
                key = tuple(each.number for _, each in flower)
                if key not in found and len(set(key)) > 1:
                    found.add(key)
                    yield _pattern(position, stem, flower)


def _petals(position: Position) -> dict[tuple[int, int], list[AlmostLockedSet]]:
    """For each candidate the sets that lose its digit if it is true, small ones first."""
    found: dict[tuple[int, int], list[AlmostLockedSet]] = {}
    for each in almost_locked_sets(position):
        for digit, seen in each.seen.items():
            for cell in bits_of(seen):
                found.setdefault((cell, digit), []).append(each)
    return found


def _sees(petal: Petal, digit: int) -> int:
    """The cells that lose a digit if the stem has the petal's."""
    taken, each = petal
    return 0 if digit == taken else each.seen.get(digit, 0)


def _reached(near: Sequence[Sequence[Petal]], digit: int) -> int:
    """The cells that lose a digit for some choice of petals."""
    common = -1
    for choice in near:
        reached = 0
        for petal in choice:
            reached |= _sees(petal, digit)
        common &= reached
    return common


def _pattern(position: Position, stem: int, flower: Sequence[Petal]) -> Pattern:
    layout = position.layout
    cells, taken, digits, lost = 1 << stem, 0, 0, []
    for digit, each in flower:
        taken |= 1 << digit
        cells |= each.cells
    for digit in position.digits:
        common = -1
        for petal in flower:
            common &= _sees(petal, digit)
        if common:
            digits |= 1 << digit
            lost.append(position.lost(digit, common))
    words = " or ".join(
        f"{layout.digit_names(1 << digit)} from {layout.cell_names(each.cells)} ({layout.digit_names(each.digits)})"
        for digit, each in flower
    )
    reason = f"{layout.cell_names(1 << stem)} takes {words}, so one of these sets has all of its other digits"
    houses: dict[int, House] = {each.house.number: each.house for _, each in flower}
    pairs = tuple((stem, cell) for digit, each in flower for cell in bits_of(each.places[digit]))
    return Pattern(
        "death blossom", cells, digits | taken, reason, merged(lost), houses=tuple(houses.values()), pairs=pairs
    )
