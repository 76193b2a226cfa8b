"""Chains of strong and weak links: X-chains, XY-chains, remote pairs, AICs, nice loops, ALS chains.

ALS chains have four almost locked sets or more, each with a restricted digit to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from sudoku_cp.human.techniques.almost_locked import almost_locked_sets, als_pattern, common_losses
from sudoku_cp.human.techniques.layout import House, bits_of
from sudoku_cp.human.techniques.links import Links
from sudoku_cp.human.techniques.position import Pattern, Position, merged

MOST_LINKS = 25
"""The length of the longest chains; no person follows longer ones."""

MOST_LOOPS = 64
"""The number of loops of the same length through the same two nodes that are looked at."""

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


CONTINUOUS, DISCONTINUOUS, AIC = "continuous nice loop", "discontinuous nice loop", "AIC"
SINGLE, GROUPED, WITH_ALS = "", "grouped ", "ALS "


def nice_loops(position: Position, name: str, nodes: str = SINGLE) -> Iterator[Pattern]:
    """Chains and loops with any links.

    One of a chain's ends is true. If the ends have a weak link, the chain is a *continuous* loop: of each two of its
    nodes with a weak link exactly one is true, and each of its almost locked sets has all digits but one of its two. If
    both ends are the same, it is true. Otherwise the candidates with weak links to both ends are impossible: a chain
    with one such candidate is also called a discontinuous loop.

    Parameters
    ----------
    position
        The candidates.
    name
        `CONTINUOUS`, `DISCONTINUOUS` or `AIC`.
    nodes
        `SINGLE` for chains of single candidates; `GROUPED` for those with groups of cells; `WITH_ALS` for those with
        two digits of an almost locked set.
    """
    links = _links(position, nodes)
    for chain in _chains(links):
        if _has(nodes, links, chain):
            for kind, lost in _conclusions(links, chain):
                if kind == name and lost:
                    yield _pattern(nodes + name, links, chain, lost)


@lru_cache(maxsize=3)
def _links(position: Position, nodes: str) -> Links:
    """The links of a kind, the same for loops and AICs."""
    links = Links(position)
    links.add_cells(len(position.digits))
    links.add_houses()
    if nodes != SINGLE:
        links.add_groups()
    if nodes == WITH_ALS:
        links.add_sets(each for each in almost_locked_sets(position) if each.cells & (each.cells - 1))
    links.add_weak()
    return links


def _has(nodes: str, links: Links, chain: list[int]) -> bool:
    """Whether a chain has nodes of a kind, or does not need to."""
    if nodes == WITH_ALS:
        return any(_is_by_sets(links, one, two) for one, two in zip(chain[::2], chain[1::2], strict=True))
    return nodes == SINGLE or any(links.nodes[number].cells.bit_count() > 1 for number in chain)


def _is_by_sets(links: Links, one: int, two: int) -> bool:
    """Whether the two nodes of a strong link are digits of an almost locked set, and not of a house or a cell."""
    return links.nodes[one].digit != links.nodes[two].digit and bool(links.sets_of(one, two))


def _conclusions(links: Links, chain: list[int]) -> Iterator[tuple[str, dict[int, int]]]:
    """What a chain rules out, and what it is called."""
    start, end = chain[0], chain[-1]
    node = links.nodes[start]
    if start == end:
        if node.cells & (node.cells - 1):
            yield DISCONTINUOUS, links.eliminated(start, start)
        else:
            (cell,) = bits_of(node.cells)
            rest = links.position.masks[cell] & ~(1 << node.digit)
            yield DISCONTINUOUS, {cell: rest} if rest else {}
        return
    lost = links.eliminated(start, end)
    if links.weak[start] >> end & 1:
        if len(chain) > 2:
            closed = [*chain, start]
            weak = (links.eliminated(one, two) for one, two in zip(closed[1::2], closed[2::2], strict=True))
            yield CONTINUOUS, merged([*weak, *_locked(links, chain)])
            yield AIC, lost
    else:
        yield (AIC if sum(mask.bit_count() for mask in lost.values()) > 1 else DISCONTINUOUS), lost


def _locked(links: Links, chain: list[int]) -> Iterator[dict[int, int]]:
    """What the almost locked sets of a continuous loop rule out, which have all of their other digits."""
    for one, two in zip(chain[::2], chain[1::2], strict=True):
        if _is_by_sets(links, one, two):
            each = links.sets_of(one, two)[0]
            for digit in bits_of(each.digits & ~(1 << links.nodes[one].digit | 1 << links.nodes[two].digit)):
                yield links.position.lost(digit, each.seen[digit])


def _chains(links: Links) -> Iterator[list[int]]:
    """The shortest chain between each two nodes that may eliminate something; several that close a loop."""
    for start in range(len(links.nodes)):

        def wanted(end: int, start: int = start) -> int:
            if end <= start:
                return end == start
            if links.weak[start] >> end & 1:
                return MOST_LOOPS
            return bool(links.eliminated(start, end))

        yield from links.chains_from(start, MOST_LINKS, wanted)


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


MOST_SETS = 8
"""The number of sets of the longest chains."""

_FEWEST = 4
"""The number of sets of the shortest chains; those of two and three have other names."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """What follows from a node that is true: the nodes that are false, by the number of sets up to there."""

    levels: tuple[int, ...]
    """The second entry is about the start's own neighbours, the sets with a restricted digit to its set."""
    far: int
    """The nodes that are false only at the end of a long chain."""


def als_chains(position: Position) -> Iterator[Pattern]:
    """One of the two ends of a chain has all of its digits but the restricted one.

    For each conclusion the shortest chain is found, and of these one with few cells at its ends. The ends may have
    cells in common.
    """
    sets = almost_locked_sets(position)
    links = Links(position)
    links.add_sets(sets)
    links.add_weak(in_cells=False)
    nodes = [[links.node(digit, cells) for digit, cells in each.places.items()] for each in sets]
    reach = [_reach(links, start) for start in range(len(links.nodes))]
    best: dict[tuple[tuple[int, int], ...], tuple[tuple[int, int], int, int, int, int]] = {}
    for one, other in combinations(sets, 2):
        common = [digit for digit in bits_of(one.digits & other.digits) if one.seen[digit] & other.seen[digit]]
        if not common:
            continue
        for start, end in product(nodes[one.number], nodes[other.number]):
            if not reach[start].far >> end & 1:
                continue
            used = 1 << links.nodes[start].digit | 1 << links.nodes[end].digit
            if not any(used >> digit & 1 == 0 for digit in common):
                continue
            key = tuple(common_losses(position, one, other, used).items())
            length = next(length for length, level in enumerate(reach[start].levels) if level >> end & 1)
            cost = length, (one.cells | other.cells).bit_count()
            if key not in best or cost < best[key][0]:
                best[key] = cost, one.number, start, end, other.number
    for lost, (_, first, start, end, last) in best.items():
        chain = _way(links, reach[start].levels, start, end)
        inner = [links.sets_of(before, after)[0] for before, after in zip(chain[1::2], chain[2::2], strict=False)]
        shared = [links.nodes[number].digit for number in chain[::2]]
        yield als_pattern(position, "ALS chain", [sets[first], *inner, sets[last]], shared, dict(lost))


def _reach(links: Links, start: int) -> _Reach:
    true = known = 1 << start
    false = short = 0
    levels = [0]
    for length in range(2, MOST_SETS + 1):
        found = 0
        for number in bits_of(true):
            found |= links.weak[number]
        found &= ~false
        false |= found
        levels.append(found)
        if length < _FEWEST:
            short |= found
        true = 0
        for number in bits_of(found):
            true |= links.strong[number]
        true &= ~known
        known |= true
    return _Reach(tuple(levels), false & ~short)


def _way(links: Links, levels: tuple[int, ...], start: int, end: int) -> list[int]:
    """The nodes from one that is true to one that is then false, true and false by turns."""
    way = [end]
    length = next(length for length, level in enumerate(levels) if level >> end & 1)
    for before in range(length - 1, 0, -1):
        true, false = next(
            (true, falses & -falses)
            for true in bits_of(links.weak[way[0]])
            if (falses := links.strong[true] & levels[before])
        )
        way = [false.bit_length() - 1, true, *way]
    return [start, *way]
