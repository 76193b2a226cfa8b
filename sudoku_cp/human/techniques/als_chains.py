"""ALS chains: four almost locked sets or more, each with a restricted digit to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from sudoku_cp.human.techniques.almost_locked import almost_locked_sets
from sudoku_cp.human.techniques.als import als_pattern, common_losses
from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.links import Links
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position

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
