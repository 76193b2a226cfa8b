"""Fish: a digit that some houses can only have in cells of as many other houses, but for fins.

A digit in a cell that is not in the base houses, but in a cover house, leaves these base houses the cells that it does
not see. So the search starts from each cell: of the cells that it does not see, the base houses have no common ones,
and one cover house less holds all of them. Two patterns at the same place are siamese fish, dual two-string kites or
dual empty rectangles.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations

from sudoku_cp.human.techniques.layout import House, Kind, Layout, bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, houses_text, merged
from sudoku_cp.human.techniques.single_digit import KITE, empty_rectangles, turbot_fish

Side = frozenset[Kind]
"""The kinds of the base houses, or of the cover houses."""

Caught = tuple[tuple[House, ...], tuple[House, ...]]
"""Base houses and cover houses."""

_PAIR = 2
"""Houses of two cells, such as those a knight's move apart, cover nothing: there are too many of them to try."""


@dataclass(frozen=True, slots=True)
class _Net:
    """A house, and its cells for the digit that the cell in question does not see."""

    house: House
    cells: int


def caught(layout: Layout, places: int, size: int, sides: Sequence[tuple[Side, Side]]) -> Iterator[Caught]:
    """The base and cover houses of the fish of a digit that eliminate something.

    Fish with a base house all of whose cells see what is eliminated are left out: it alone eliminates as much.

    Parameters
    ----------
    layout
        The houses.
    places
        The cells that may have the digit, as a mask.
    size
        The number of base houses, and of cover houses.
    sides
        The kinds of base houses and of cover houses, in as many ways as wanted.

    Yields
    ------
    tuple
        Base houses and cover houses, in the order of their numbers, each pair once.
    """
    live = [house for house in layout.complete if (house.bits & places).bit_count() > 1]
    wide = [house for house in layout.houses if len(house.cells) > _PAIR]
    found: set[tuple[frozenset[int], frozenset[int]]] = set()
    left = places
    while left:
        cell = left & -left
        left ^= cell
        far = places & ~layout.peers[cell.bit_length() - 1] & ~cell
        for base_kinds, cover_kinds in sides:
            last = [house for house in wide if house.kind in cover_kinds and house.bits & cell]
            bases, covers = _nets(live, base_kinds, cell, far), _nets(wide, cover_kinds, cell, far)
            for chosen, short in _tight(bases, covers, size):
                for house in last:
                    covering = (*short, house)
                    key = frozenset(each.number for each in chosen), frozenset(each.number for each in covering)
                    if key not in found:
                        found.add(key)
                        yield chosen, tuple(sorted(covering, key=lambda each: each.number))


def _nets(houses: Sequence[House], kinds: Side, cell: int, far: int) -> list[_Net]:
    return [
        _Net(house, house.bits & far)
        for house in houses
        if house.kind in kinds and not house.bits & cell and house.bits & far
    ]


def _tight(bases: Sequence[_Net], covers: Sequence[_Net], size: int) -> Iterator[Caught]:
    """Base houses without common cells, and one cover house less, which hold all of their cells."""

    def extend(
        start: int, chosen: tuple[_Net, ...], held: int, short: tuple[House, ...], covered: int
    ) -> Iterator[Caught]:
        if len(chosen) == size:
            if len(short) == size - 1:
                yield tuple(net.house for net in chosen), short
            return
        for place in range(start, len(bases) - (size - len(chosen)) + 1):
            base = bases[place]
            if base.cells & held or base.house in short:
                continue
            used = (*chosen, base)
            for more, now in cover(base.cells & ~covered, used, short, covered):
                yield from extend(place + 1, used, held | base.cells, more, now)

    def cover(
        left: int, used: tuple[_Net, ...], short: tuple[House, ...], covered: int
    ) -> Iterator[tuple[tuple[House, ...], int]]:
        if not left:
            yield short, covered
        elif len(short) < size - 1:
            first = left & -left
            for net in covers:
                if net.cells & first and all(net.house is not each.house for each in used):
                    yield from cover(left & ~net.cells, used, (*short, net.house), covered | net.cells)

    return extend(0, (), 0, (), 0)


NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag"}
BASIC, FRANKEN, MUTANT = "", "franken ", "mutant "
PLAIN, FINNED, SASHIMI = "", "finned ", "sashimi "

_LINES = (frozenset({Kind.ROW}), frozenset({Kind.COLUMN}))
_FRANKEN = (_LINES[0] | {Kind.REGION}, _LINES[1] | {Kind.REGION})


@dataclass(frozen=True, slots=True)
class Fish:
    """A digit that the base houses have in cells of the cover houses, or in the fins."""

    places: int
    """The cells that may have the digit."""
    bases: tuple[House, ...]
    covers: tuple[House, ...]
    fins: int
    """The cells of a base house that are in no cover house, or in another base house as well."""
    lost: int
    """The other cells of cover houses, and the cells of two of these, that differ from all fins."""


def fish(position: Position, size: int, shape: str = BASIC, fins: str = PLAIN) -> Iterator[Pattern]:
    """All fish of a size and shape.

    If no fin has the digit, each base house has it in a cell of a cover house. Then every cover house has it in
    one of these cells, and no other cell of a cover house has it. So the digit is impossible in those of them that
    differ from all fins.

    Parameters
    ----------
    position
        The candidates.
    size
        The number of base houses, and of cover houses.
    shape
        `BASIC`: rows against columns. `FRANKEN`: regions among them. `MUTANT`: any others.
    fins
        `PLAIN` for none; `FINNED`; or `SASHIMI`, where a base house has a single cell besides the fins. Only basic fish
        are called so.
    """
    for digit in position.digits:
        for each in _all_fish(position.layout, position.places[digit], size, shape):
            if _fins_of(each, shape) == fins:
                yield _pattern(position, digit, f"{fins}{shape}{NAMES[size]}", each)


def finned_fish(position: Position, size: int, shape: str = BASIC) -> Iterator[Pattern]:
    """All fish with fins, whatever they are called by these; see `fish`."""
    for digit in position.digits:
        for each in _all_fish(position.layout, position.places[digit], size, shape):
            if each.fins:
                yield _pattern(position, digit, f"{_fins_of(each, shape)}{shape}{NAMES[size]}", each)


def _all_fish(layout: Layout, places: int, size: int, shape: str) -> Iterable[Fish]:
    """The fish of a digit that may be in these cells; those of mutants are too many to keep."""
    search = _search if shape == MUTANT else _kept
    return search(layout, places, size, shape)


@lru_cache(maxsize=1 << 10)  # most steps leave most digits where they are
def _kept(layout: Layout, places: int, size: int, shape: str) -> Sequence[Fish]:
    return tuple(_search(layout, places, size, shape))


def _search(layout: Layout, places: int, size: int, shape: str) -> Iterator[Fish]:
    for bases, covers in caught(layout, places, size, _sides(shape)):
        if _shape(bases, covers) != shape:
            continue
        base = overlap = covered = twice = 0
        for house in bases:
            overlap |= base & house.bits
            base |= house.bits
        for house in covers:
            twice |= covered & house.bits
            covered |= house.bits
        fins = places & (base & ~covered | overlap)
        lost = places & (covered & ~base | twice) & ~fins
        for cell in bits_of(fins):
            lost &= layout.peers[cell]
        if lost:
            yield Fish(places, bases, covers, fins, lost)


def _sides(shape: str) -> Sequence[tuple[Side, Side]]:
    if shape == MUTANT:
        return ((frozenset(Kind), frozenset(Kind)),)
    one, other = _LINES if shape == BASIC else _FRANKEN
    return (one, other), (other, one)


def _shape(bases: Sequence[House], covers: Sequence[House]) -> str:
    base, cover = {house.kind for house in bases}, {house.kind for house in covers}
    for shape, (one, other) in ((BASIC, _LINES), (FRANKEN, _FRANKEN)):
        if (base <= one and cover <= other) or (base <= other and cover <= one):
            return shape
    return MUTANT


def _fins_of(each: Fish, shape: str) -> str:
    """What a fish is called by its fins."""
    if not each.fins:
        return PLAIN
    body = each.places & ~each.fins
    is_sashimi = shape == BASIC and any((base.bits & body).bit_count() < 2 for base in each.bases)
    return SASHIMI if is_sashimi else FINNED


def _pattern(position: Position, digit: int, name: str, each: Fish) -> Pattern:
    layout, cells = position.layout, 0
    for house in each.bases:
        cells |= house.bits & each.places
    text = layout.digit_names(1 << digit)
    reason = f"{text} in {houses_text(each.bases)} is in {houses_text(each.covers)}"
    if each.fins:
        reason += f", or in {layout.cell_names(each.fins).replace(' ', ' or ')}"
    lost = position.lost(digit, each.lost)
    return Pattern(name, cells, 1 << digit, reason, lost, houses=(*each.bases, *each.covers))


SIAMESE, DUAL_KITE, DUAL_RECTANGLE = "siamese ", "dual two-string kite", "dual empty rectangle"


def siamese_fish(position: Position, shape: str, sizes: Iterable[int]) -> Iterator[Pattern]:
    """Two fish with fins and the same base houses, but other cover houses.

    Parameters
    ----------
    position
        The candidates.
    shape
        As of `sudoku_cp.human.techniques.fish.fish`.
    sizes
        The numbers of base houses.
    """
    for size in sizes:
        yield from _doubled(f"{SIAMESE}{shape}fish", finned_fish(position, size, shape), partial(_bases, size=size))


def _bases(pattern: Pattern, size: int) -> Hashable:
    """The digit and the base houses of a fish."""
    return pattern.digits, pattern.houses[:size]


def dual_kites(position: Position) -> Iterator[Pattern]:
    """Two two-string kites of one digit or of two, with the same two cells in the region."""
    return _doubled(DUAL_KITE, turbot_fish(position, KITE), lambda each: frozenset(each.pairs[0]))


def dual_empty_rectangles(position: Position) -> Iterator[Pattern]:
    """Two empty rectangles of a digit in the same region."""
    return _doubled(DUAL_RECTANGLE, empty_rectangles(position), lambda each: (each.digits, each.houses[0]))


def _doubled(name: str, patterns: Iterable[Pattern], place: Callable[[Pattern], Hashable]) -> Iterator[Pattern]:
    """Each two patterns at the same place, if both eliminate something that the other one does not."""
    at: dict[Hashable, list[Pattern]] = {}
    for pattern in patterns:
        at.setdefault(place(pattern), []).append(pattern)
    for alike in at.values():
        for one, other in combinations(alike, 2):
            both = merged([one.eliminated, other.eliminated])
            if both not in (one.eliminated, other.eliminated):
                yield Pattern(
                    name,
                    one.cells | other.cells,
                    one.digits | other.digits,
                    f"{one.reason}; {other.reason}",
                    both,
                    houses=tuple(dict.fromkeys((*one.houses, *other.houses))),
                    pairs=tuple(dict.fromkeys((*one.pairs, *other.pairs))),
                )
