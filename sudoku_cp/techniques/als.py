"""ALS-XZ, ALS-XY-wings and ALS chains: two, three or more almost locked sets with restricted digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sudoku_cp.techniques.almost_locked import AlmostLockedSet, almost_locked_sets, linked_sets
from sudoku_cp.techniques.layout import bits_of
from sudoku_cp.techniques.links import Links, Node
from sudoku_cp.techniques.pattern import Pattern, merged
from sudoku_cp.techniques.position import Position

MOST_LINKS = 15
"""The length of the longest chains of sets."""

_SHORTEST = 8
"""The number of nodes of a chain of four sets."""


def als_xz(position: Position) -> Iterator[Pattern]:
    """Two sets with a restricted digit x: one lacks it, and has all of its other digits.

    With two restricted digits each set lacks one of them, and has all others.
    """
    for one, other, digits in linked_sets(almost_locked_sets(position)):
        for x in bits_of(digits):
            lost = _common(position, one, other, 1 << x)
            for y in bits_of(digits & ~((2 << x) - 1)):
                doubly = merged([lost, _common(position, one, other, 1 << y), *_locked(position, one, other, x, y)])
                if doubly:
                    yield _pattern(position, "ALS-XZ", (one, other), (x, y), doubly)
            if lost and digits.bit_count() == 1:
                yield _pattern(position, "ALS-XZ", (one, other), (x,), lost)


def als_xy_wings(position: Position) -> Iterator[Pattern]:
    """Three sets, the first with different restricted digits to the others: one of these two has all of its others."""
    sets = almost_locked_sets(position)
    near: dict[int, list[tuple[AlmostLockedSet, int]]] = {}
    for one, other, digits in linked_sets(sets):
        near.setdefault(one.number, []).append((other, digits))
        near.setdefault(other.number, []).append((one, digits))
    for number, others in near.items():
        for (one, first), (other, second) in combinations(others, 2):
            common = one.digits & other.digits
            if common & (common - 1) == 0 or one.cells & other.cells or (first | second).bit_count() < 2:
                continue
            if not any(one.seen[digit] & other.seen[digit] for digit in bits_of(common)):
                continue
            for x in bits_of(first):
                for y in bits_of(second & ~(1 << x)):
                    if lost := _common(position, one, other, 1 << x | 1 << y):
                        yield _pattern(position, "ALS-XY-wing", (one, sets[number], other), (x, y), lost)


def als_chains(position: Position) -> Iterator[Pattern]:
    """Four sets or more, each with a restricted digit to the next: one of the two ends has all of its others."""
    links = Links(position)
    owner: dict[tuple[int, int], AlmostLockedSet] = {}
    for each in almost_locked_sets(position):
        nodes = [links.node(digit, cells) for digit, cells in each.places.items()]
        for one, other in combinations(nodes, 2):
            links.join(one, other, each.house)
            owner.setdefault((min(one, other), max(one, other)), each)
    links.add_weak(in_cells=False)
    for start, node in enumerate(links.nodes):

        def is_wanted(end: int, start: int = start, node: Node = node) -> bool:
            other = links.nodes[end]
            return start < end and node.digit == other.digit and bool(links.eliminated(start, end))

        for chain in links.chains_from(start, MOST_LINKS, is_wanted):
            if len(chain) < _SHORTEST:
                continue
            sets = [owner[min(pair), max(pair)] for pair in zip(chain[::2], chain[1::2], strict=True)]
            shared = [links.nodes[number].digit for number in chain[1:-1:2]]
            if lost := _common(position, sets[0], sets[-1], 1 << shared[0] | 1 << shared[-1]):
                yield _pattern(position, "ALS chain", sets, shared, lost)


def _common(position: Position, one: AlmostLockedSet, other: AlmostLockedSet, without: int) -> dict[int, int]:
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


def _pattern(
    position: Position, name: str, sets: Sequence[AlmostLockedSet], shared: Sequence[int], lost: dict[int, int]
) -> Pattern:
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
