"""Chains of strong and weak links: X-chains, XY-chains, remote pairs, AICs and nice loops."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.techniques.layout import House, bits_of
from sudoku_cp.techniques.links import Links
from sudoku_cp.techniques.pattern import Pattern, merged
from sudoku_cp.techniques.position import Position

MOST_LINKS = 25
"""The length of the longest chains; no person follows longer ones."""

_TURBOT = 3
"""The length of a turbot fish, the shortest X-chain, and of an XY-chain that is a naked pair."""


def x_chains(position: Position) -> Iterator[Pattern]:
    """Chains of one digit, longer than a turbot fish."""
    links = Links(position)
    links.add_houses()
    links.add_weak(in_cells=False)
    for chain in _chains(links):
        if len(chain) > _TURBOT + 1 and (lost := links.eliminated(chain[0], chain[-1])):
            yield _pattern("X-chain", links, chain, lost)


def xy_chains(position: Position) -> Iterator[Pattern]:
    """Chains through cells with two candidates, whose ends have the same digit."""
    links = Links(position)
    links.add_cells()
    links.add_weak(in_cells=False)
    for chain in _chains(links):
        has_one_digit = links.nodes[chain[0]].digit == links.nodes[chain[-1]].digit
        if has_one_digit and len(chain) > _TURBOT + 1 and (lost := links.eliminated(chain[0], chain[-1])):
            yield _pattern("XY-chain", links, chain, lost)


def remote_pairs(position: Position) -> Iterator[Pattern]:
    """Four cells or more with the same two candidates in a chain: cells an odd number of links apart differ."""
    layout = position.layout
    left = position.pairs
    while left:
        start = left & -left
        own = position.masks[start.bit_length() - 1]
        colours, pairs, waiting = [start, 0], [], [(start.bit_length() - 1, 0)]
        while waiting:
            cell, colour = waiting.pop(0)
            near = layout.peers[cell] & position.pairs & ~(colours[0] | colours[1])
            for other in bits_of(near):
                if position.masks[other] == own:
                    colours[1 - colour] |= 1 << other
                    pairs.append((cell, other))
                    waiting.append((other, 1 - colour))
        cells = colours[0] | colours[1]
        left &= ~cells
        if cells.bit_count() < 4:
            continue
        lost = merged(
            position.lost(digit, position.sees_all(digit, 1 << one | 1 << two) & ~cells)
            for digit in bits_of(own)
            for one in bits_of(colours[0])
            for two in bits_of(colours[1])
        )
        if lost:
            reason = (
                f"{layout.cell_names(cells)} all have {layout.digit_names(own)}; "
                f"{layout.cell_names(colours[0])} differ from {layout.cell_names(colours[1])}"
            )
            yield Pattern("remote pair", cells, own, reason, lost, pairs=tuple(pairs))


def nice_loops(position: Position, name: str) -> Iterator[Pattern]:
    """Chains and loops of single candidates, by their names: see `named_chains`."""
    links = Links(position)
    links.add_cells(len(position.digits))
    links.add_houses()
    links.add_weak()
    yield from (pattern for pattern in named_chains(links) if pattern.name == name)


def grouped_nice_loops(position: Position, name: str) -> Iterator[Pattern]:
    """Chains and loops with groups of cells among their nodes."""
    links = Links(position)
    links.add_cells(len(position.digits))
    links.add_houses()
    links.add_groups()
    links.add_weak()
    yield from (pattern for pattern in named_chains(links, "grouped ") if pattern.name == name)


CONTINUOUS, DISCONTINUOUS, AIC = "continuous nice loop", "discontinuous nice loop", "AIC"


def named_chains(links: Links, prefix: str = "") -> Iterator[Pattern]:
    """The chains of a graph.

    One of a chain's ends is true. If the ends have a weak link, the chain is a *continuous* loop: of each two of its
    nodes with a weak link exactly one is true. If both ends are the same, it is true. Otherwise the candidates with
    weak links to both ends are impossible: a chain with one such candidate is also called a discontinuous loop.

    Parameters
    ----------
    links
        The graph.
    prefix
        What comes before the name of chains with a group, which alone are wanted then.
    """
    for chain in _chains(links):
        start, end = chain[0], chain[-1]
        if prefix and all(links.nodes[number].cells.bit_count() == 1 for number in chain):
            continue
        if start == end:
            node = links.nodes[start]
            lost = links.position.lost(node.digit, links.position.sees_all(node.digit, node.cells))
            if node.cells.bit_count() == 1:
                (cell,) = bits_of(node.cells)
                rest = links.position.masks[cell] & ~(1 << node.digit)
                if rest:
                    yield _pattern(prefix + DISCONTINUOUS, links, chain, {cell: rest})
            elif lost:
                yield _pattern(prefix + DISCONTINUOUS, links, chain, lost)
        elif links.weak[start] >> end & 1:
            if len(chain) > 2:
                closed = [*chain, start]
                lost = merged(links.eliminated(one, two) for one, two in zip(closed[1::2], closed[2::2], strict=True))
                if lost:
                    yield _pattern(prefix + CONTINUOUS, links, chain, lost)
        elif lost := links.eliminated(start, end):
            removed = sum(mask.bit_count() for mask in lost.values())
            yield _pattern(prefix + (AIC if removed > 1 else DISCONTINUOUS), links, chain, lost)


def _chains(links: Links) -> Iterator[list[int]]:
    """The shortest chain between each two nodes that may eliminate something."""
    for start in range(len(links.nodes)):

        def is_wanted(end: int, start: int = start) -> bool:
            if end <= start:
                return end == start
            return links.weak[start] >> end & 1 == 1 or bool(links.eliminated(start, end))

        yield from links.chains_from(start, MOST_LINKS, is_wanted)


def _pattern(name: str, links: Links, chain: list[int], lost: dict[int, int]) -> Pattern:
    cells = digits = 0
    houses: dict[int, House] = {}
    pairs: list[tuple[int, int]] = []
    for number in chain:
        cells |= links.nodes[number].cells
        digits |= 1 << links.nodes[number].digit
    for one, two in zip(chain[::2], chain[1::2], strict=True):
        if house := links.house_of(one, two):
            houses[house.number] = house
    for one, two in zip(chain[1::2], chain[2::2], strict=False):
        first, second = links.nodes[one], links.nodes[two]
        if first.digit == second.digit:
            pairs += [(a, b) for a in bits_of(first.cells) for b in bits_of(second.cells)]
    ends = [links.text([number]) for number in (chain[0], chain[-1])]
    either = f"{ends[0]} is true" if ends[0] == ends[1] else f"{ends[0]} or {ends[1]} is true"
    reason = f"{either}: {links.text(chain)}"
    return Pattern(
        name, cells, digits, reason, lost, houses=tuple(houses.values()), pairs=tuple(pairs), length=len(chain) - 1
    )
