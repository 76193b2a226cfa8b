"""Techniques of a single digit: turbot fish, empty rectangles, colours and templates.

A turbot fish is two houses with two cells each. Colours divide the cells of a digit's strong links into two sets, of
which exactly one has the digit. Templates are the ways to place a digit in every house that still needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from sudoku_cp.human.techniques.layout import House, Kind, bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, houses_text, merged

SKYSCRAPER, KITE, TURBOT = "skyscraper", "two-string kite", "turbot fish"


def turbot_fish(position: Position, name: str) -> Iterator[Pattern]:
    """Two strong links of a digit, joined by cells that differ: one of the free ends has the digit.

    Parameters
    ----------
    position
        The candidates.
    name
        `SKYSCRAPER`: both links are in rows, or both in columns, and join in a line. `KITE`: a row and a column, which
        join in a region. `TURBOT`: any others.
    """
    for digit, links in enumerate(position.strong_links):
        for first, second in combinations(links, 2):
            for (free, joint), (other_joint, other_free) in product(_ways(first), _ways(second)):
                cells = (free, joint, other_joint, other_free)
                if len(set(cells)) < len(cells) or not position.layout.peers[joint] >> other_joint & 1:
                    continue
                lost = position.sees_all(digit, 1 << free | 1 << other_free)
                if lost and _name(first[0], second[0], joint, other_joint, position) == name:
                    yield _turbot(position, name, digit, (first[0], second[0]), cells, lost)


def _ways(link: tuple[House, int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    _, one, other = link
    return (one, other), (other, one)


def _name(first: House, second: House, joint: int, other_joint: int, position: Position) -> str:
    kinds = {first.kind, second.kind}
    both = 1 << joint | 1 << other_joint
    meeting = {house.kind for house in position.layout.houses if house.bits & both == both}
    if kinds in ({Kind.ROW}, {Kind.COLUMN}) and meeting & ({Kind.ROW, Kind.COLUMN} - kinds):
        return SKYSCRAPER
    if kinds == {Kind.ROW, Kind.COLUMN} and Kind.REGION in meeting:
        return KITE
    return TURBOT


def _turbot(
    position: Position,
    name: str,
    digit: int,
    houses: tuple[House, House],
    cells: tuple[int, int, int, int],
    lost: int,
) -> Pattern:
    layout = position.layout
    free, joint, other_joint, other_free = cells
    meeting = layout.house_with(joint, other_joint)
    bits = sum(1 << cell for cell in cells)
    reason = (
        f"{layout.digit_names(1 << digit)} has two cells in {houses_text(houses)}, of which "
        f"{layout.cell_names(1 << joint | 1 << other_joint).replace(' ', ' and ')} are both in {meeting}, so it is in "
        f"{layout.cell_names(1 << free | 1 << other_free).replace(' ', ' or ')}"
    )
    eliminated = position.lost(digit, lost)
    return Pattern(name, bits, 1 << digit, reason, eliminated, houses=houses, pairs=((joint, other_joint),))


def empty_rectangles(position: Position) -> Iterator[Pattern]:
    """A region with a digit only in a row and a column, and a strong link in a line that meets one of them."""
    for digit, links in enumerate(position.strong_links):
        for region, arm, other in _crosses(position, digit):
            cells = region.bits & position.places[digit]
            for link in links:
                house = link[0]
                if house.kind is not other.kind or house is other:
                    continue
                for joint, free in _ways(link):
                    if region.bits >> joint & 1 or not arm.bits >> joint & 1:
                        continue
                    lost = position.sees_all(digit, cells & other.bits | 1 << free) & ~(cells | 1 << joint)
                    if lost:
                        yield _rectangle(position, digit, region, (arm, other), (house, joint, free), lost)


def _crosses(position: Position, digit: int) -> Iterator[tuple[House, House, House]]:
    """The regions with a digit in a row and a column, and in both alone: either line may be the first."""
    lines = [house for house in position.layout.houses if house.kind in (Kind.ROW, Kind.COLUMN)]
    for region in position.layout.complete:
        cells = region.bits & position.places[digit]
        if region.kind is Kind.REGION:
            for one, other in permutations([line for line in lines if 0 < cells & line.bits < cells], 2):
                if one.kind is not other.kind and (one.bits | other.bits) & cells == cells:
                    yield region, one, other


def _rectangle(
    position: Position, digit: int, region: House, arms: tuple[House, House], link: tuple[House, int, int], lost: int
) -> Pattern:
    layout = position.layout
    house, joint, free = link
    cells = region.bits & position.places[digit]
    text = layout.digit_names(1 << digit)
    reason = (
        f"in {region}, {text} is in {arms[0]} or in {arms[1]}; in {house} it is in {layout.cell_names(1 << joint)}, "
        f"which is in {arms[0]}, or in {layout.cell_names(1 << free)}"
    )
    near = cells & arms[0].bits
    return Pattern(
        "empty rectangle",
        cells | 1 << joint | 1 << free,
        1 << digit,
        reason,
        position.lost(digit, lost),
        houses=(region, house),
        pairs=tuple((joint, cell) for cell in bits_of(near)),
    )


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


SET, DELETE = "template set", "template delete"


def templates(position: Position, name: str) -> Iterator[Pattern]:
    """What all templates of a digit have in common.

    The templates of a digit leave out the cells that all templates of another digit have in common.

    Parameters
    ----------
    position
        The candidates.
    name
        `SET`: the cells that are in all templates. `DELETE`: the candidates that are in none.
    """
    layout = position.layout
    certain, free = _fixed_cells(position)
    for digit in position.digits:
        text, places = layout.digit_names(1 << digit), position.places[digit]
        if name == SET:
            if certain[digit]:
                used = layout.cell_names(certain[digit]).replace(" ", " and ")
                reason = f"each way to place {text} in all houses uses {used}"
                placed = dict.fromkeys(bits_of(certain[digit]), digit)
                yield Pattern(SET, certain[digit], 1 << digit, reason, placed=placed, houses=layout.houses)
        elif lost := places & ~_possible(position, digit, free[digit]):
            reason = f"no way to place {text} in all houses uses {layout.cell_names(lost).replace(' ', ' or ')}"
            yield Pattern(DELETE, places, 1 << digit, reason, position.lost(digit, lost), houses=layout.houses)


def _fixed_cells(position: Position) -> tuple[list[int], list[int]]:
    """For each digit the cells of all of its templates, and those that the other digits leave it."""
    certain, free = [0] * len(position.digits), list(position.places)
    waiting = set(position.digits)
    while waiting:
        digit = min(waiting)
        waiting.remove(digit)
        found = _common_cells(position, digit, free[digit])
        if new := found & ~certain[digit]:
            certain[digit] = found
            for other in position.digits:
                if other != digit and free[other] & new:
                    free[other] &= ~new
                    waiting.add(other)
    return certain, free


def _common_cells(position: Position, digit: int, places: int) -> int:
    houses = _houses_without(position, digit)
    common = _template(position, places, houses)
    for cell in bits_of(common):
        if common >> cell & 1:
            common &= _template(position, places & ~(1 << cell), houses) or common
    return common


def _possible(position: Position, digit: int, places: int) -> int:
    """The cells that are in some template; all candidates if there is no template."""
    houses = _houses_without(position, digit)
    possible = _template(position, places, houses)
    if not possible:
        return position.places[digit]
    for cell in bits_of(places):
        if not possible >> cell & 1:
            possible |= _template_with(position, cell, places, houses)
    return possible


def _houses_without(position: Position, digit: int) -> tuple[int, ...]:
    """The complete houses that still need a digit."""
    done = sum(1 << cell for cell in bits_of(position.placed) if position.masks[cell] == 1 << digit)
    return tuple(house.bits for house in position.layout.complete if not house.bits & done)


def _template(position: Position, places: int, houses: tuple[int, ...]) -> int:
    """A cell for each of some houses, which differ from each other; 0 if there are none."""
    if not houses:
        return 0
    few = min((house & places for house in houses), key=int.bit_count)
    return next((found for cell in bits_of(few) if (found := _template_with(position, cell, places, houses))), 0)


def _template_with(position: Position, cell: int, places: int, houses: tuple[int, ...]) -> int:
    """The same, with a certain cell among them."""
    bit = 1 << cell
    left = tuple(house for house in houses if not house & bit)
    found = _template(position, places & ~position.layout.peers[cell] & ~bit, left) if left else bit
    return found and found | bit
