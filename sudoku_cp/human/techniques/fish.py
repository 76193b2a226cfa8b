"""Fish: a digit that some houses can only have in cells of as many other houses, but for fins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sudoku_cp.human.techniques.fish_search import Side, caught
from sudoku_cp.human.techniques.layout import House, Kind, Layout, bits_of
from sudoku_cp.human.techniques.pattern import Pattern, houses_text
from sudoku_cp.human.techniques.position import Position

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
