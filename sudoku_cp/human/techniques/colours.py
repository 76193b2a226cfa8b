"""Colours: cells that a digit's strong links divide into two sets, of which exactly one has the digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sudoku_cp.human.techniques.layout import House, bits_of
from sudoku_cp.human.techniques.pattern import Pattern, merged
from sudoku_cp.human.techniques.position import Position


@dataclass(frozen=True)
class Colouring:
    """Two sets of cells: either all cells of one have the digit, or all cells of the other."""

    digit: int
    sets: tuple[int, int]
    houses: tuple[House, ...]

    @property
    def cells(self) -> int:
        """All cells."""
        return self.sets[0] | self.sets[1]


def colourings(position: Position) -> Iterator[Colouring]:
    """The connected parts of the strong links of each digit."""
    for digit, links in enumerate(position.strong_links):
        near: dict[int, list[tuple[int, House]]] = {}
        for house, one, two in links:
            near.setdefault(one, []).append((two, house))
            near.setdefault(two, []).append((one, house))
        left = dict.fromkeys(near)
        while left:
            start = next(iter(left))
            colour, waiting, houses = {start: 0}, [start], {}
            while waiting:
                cell = waiting.pop()
                for other, house in near[cell]:
                    houses[house.number] = house
                    if other not in colour:
                        colour[other] = 1 - colour[cell]
                        waiting.append(other)
            for cell in colour:
                del left[cell]
            sets = [sum(1 << cell for cell, own in colour.items() if own == which) for which in (0, 1)]
            yield Colouring(digit, (sets[0], sets[1]), tuple(houses[number] for number in sorted(houses)))


def simple_colours(position: Position) -> Iterator[Pattern]:
    """Cells that see both colours; and a colour with two cells that see each other."""
    layout = position.layout
    for colouring in colourings(position):
        digit = colouring.digit
        text = layout.digit_names(1 << digit)
        one, two = (layout.cell_names(cells) for cells in colouring.sets)
        either = f"{text} is in all of {one}, or in all of {two}"
        for own in colouring.sets:
            if pairs := _clashes(position, own):
                first, second = (layout.cell_names(1 << cell) for cell in pairs[0])
                reason = f"{either}; {first} and {second} see each other"
                yield _pattern("simple colours", position, (colouring,), reason, own, pairs)
        lost = position.places[digit] & ~colouring.cells & _seen(position, colouring.sets[0])
        lost &= _seen(position, colouring.sets[1])
        if lost:
            yield _pattern("simple colours", position, (colouring,), either, lost, ())


def multi_colours(position: Position) -> Iterator[Pattern]:
    """Two colourings of a digit, linked by colours whose cells see each other."""
    for one, two in combinations(colourings(position), 2):
        if one.digit == two.digit:
            found = [*_linked(position, one, two), *_linked(position, two, one)]
            if found:
                lost = 0
                for _, cells, _ in found:
                    lost |= cells
                reason = "; ".join(dict.fromkeys(words for words, _, _ in found))
                pairs = tuple(dict.fromkeys(pair for _, _, links in found for pair in links))
                yield _pattern("multi colours", position, (one, two), reason, lost, pairs)


def _linked(
    position: Position, one: Colouring, two: Colouring
) -> Iterator[tuple[str, int, tuple[tuple[int, int], ...]]]:
    """What each colour of one colouring rules out by the colours of another that it sees."""
    layout = position.layout
    text = layout.digit_names(1 << one.digit)
    for own, opposite in (one.sets, one.sets[::-1]):
        names = layout.cell_names(own)
        seen = [(cells, free) for cells, free in (two.sets, two.sets[::-1]) if _seen(position, own) & cells]
        if len(seen) > 1:
            yield (
                f"{text} in all of {names} leaves no cell of {layout.cell_names(two.cells)}",
                own,
                _links(position, own, two.cells),
            )
        elif seen:
            ((cells, free),) = seen
            lost = position.places[one.digit] & _seen(position, opposite) & _seen(position, free)
            lost &= ~(one.cells | two.cells)
            if lost:
                reason = (
                    f"{text} is not in both {names} and {layout.cell_names(cells)}, so it is in all of "
                    f"{layout.cell_names(opposite)} or in all of {layout.cell_names(free)}"
                )
                yield reason, lost, _links(position, own, cells)[:1]


def _seen(position: Position, cells: int) -> int:
    """The cells that differ from at least one of some cells."""
    seen = 0
    for cell in bits_of(cells):
        seen |= position.layout.peers[cell]
    return seen


def _clashes(position: Position, cells: int) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in bits_of(cells) for b in bits_of(position.layout.peers[a] & cells) if a < b)


def _links(position: Position, cells: int, others: int) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in bits_of(cells) for b in bits_of(position.layout.peers[a] & others))


def _pattern(
    name: str,
    position: Position,
    used: tuple[Colouring, ...],
    reason: str,
    lost: int,
    pairs: tuple[tuple[int, int], ...],
) -> Pattern:
    digit = used[0].digit
    cells = 0
    for colouring in used:
        cells |= colouring.cells
    houses = tuple({house.number: house for colouring in used for house in colouring.houses}.values())
    return Pattern(name, cells, 1 << digit, reason, merged([position.lost(digit, lost)]), houses=houses, pairs=pairs)
