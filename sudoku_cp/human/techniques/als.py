"""ALS-XZ and ALS-XY-wings: two or three almost locked sets with restricted digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sudoku_cp.human.techniques.almost_locked import AlmostLockedSet, almost_locked_sets, linked_sets
from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.pattern import Pattern, merged
from sudoku_cp.human.techniques.position import Position


def als_xz(position: Position) -> Iterator[Pattern]:
    """Two sets with a restricted digit x: one lacks it, and has all of its other digits.

    With two restricted digits each set lacks one of them, and has all others.
    """
    for one, other, digits in linked_sets(almost_locked_sets(position)):
        for x in bits_of(digits):
            lost = common_losses(position, one, other, 1 << x)
            for y in bits_of(digits & ~((2 << x) - 1)):
                doubly = merged(
                    [lost, common_losses(position, one, other, 1 << y), *_locked(position, one, other, x, y)]
                )
                if doubly:
                    yield als_pattern(position, "ALS-XZ", (one, other), (x, y), doubly)
            if lost and digits.bit_count() == 1:
                yield als_pattern(position, "ALS-XZ", (one, other), (x,), lost)


def als_xy_wings(position: Position) -> Iterator[Pattern]:
    """Three sets, the first with different restricted digits to the others: one of these two has all of its others.

    These two may have cells in common.
    """
    sets = almost_locked_sets(position)
    near: dict[int, list[tuple[AlmostLockedSet, int]]] = {}
    for one, other, digits in linked_sets(sets):
        near.setdefault(one.number, []).append((other, digits))
        near.setdefault(other.number, []).append((one, digits))
    for number, others in near.items():
        for (one, first), (other, second) in combinations(others, 2):
            common = one.digits & other.digits
            if (first | second).bit_count() < 2 or not any(
                one.seen[digit] & other.seen[digit] for digit in bits_of(common)
            ):
                continue
            for x in bits_of(first):
                for y in bits_of(second & ~(1 << x)):
                    if lost := common_losses(position, one, other, 1 << x | 1 << y):
                        yield als_pattern(position, "ALS-XY-wing", (one, sets[number], other), (x, y), lost)


def common_losses(position: Position, one: AlmostLockedSet, other: AlmostLockedSet, without: int) -> dict[int, int]:
    """The candidates that see all cells for their digit in two sets, of which one has all of its digits but some."""
    return merged(
        position.lost(digit, one.seen[digit] & other.seen[digit])
        for digit in bits_of(one.digits & other.digits & ~without)
    )


def _locked(
    position: Position, one: AlmostLockedSet, other: AlmostLockedSet, x: int, y: int
) -> Iterator[dict[int, int]]:
    """What two sets with two restricted digits rule out: each has all digits but these, and both have these once."""
    for each in (one, other):
        for digit in bits_of(each.digits & ~(1 << x | 1 << y)):
            yield position.lost(digit, each.seen[digit])
    for digit in (x, y):
        yield position.lost(digit, one.seen[digit] & other.seen[digit])


def als_pattern(
    position: Position, name: str, sets: Sequence[AlmostLockedSet], shared: Sequence[int], lost: dict[int, int]
) -> Pattern:
    """A pattern of sets in a chain, with the digits that each has in common with the next."""
    layout = position.layout
    cells = digits = 0
    for each in sets:
        cells |= each.cells
    for mask in lost.values():
        digits |= mask
    words = " and ".join(f"{layout.cell_names(each.cells)} ({layout.digit_names(each.digits)})" for each in sets)
    common = " and ".join(layout.digit_names(1 << digit) for digit in shared)
    pairs = [
        (a, b)
        for (one, other), digit in zip(_joined(sets, shared), shared, strict=True)
        for a in bits_of(one.places[digit])
        for b in bits_of(other.places[digit])
    ]
    reason = f"{words} each have one digit more than cells, and at most one of two neighbours has {common}"
    houses = tuple({each.house.number: each.house for each in sets}.values())
    return Pattern(name, cells, digits, reason, lost, houses=houses, pairs=tuple(pairs), length=len(sets))


def _joined(sets: Sequence[AlmostLockedSet], shared: Sequence[int]) -> list[tuple[AlmostLockedSet, AlmostLockedSet]]:
    """The sets that each restricted digit joins: neighbours, or the same two for both digits of a double link."""
    return list(pairwise(sets)) if len(shared) == len(sets) - 1 else [(sets[0], sets[1])] * len(shared)
