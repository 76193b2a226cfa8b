"""Fish: a digit that some houses can only have in cells of as many other houses, but for fins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudoku_cp.techniques.layout import House, Kind
from sudoku_cp.techniques.pattern import Pattern, houses_text
from sudoku_cp.techniques.position import Position

NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
BASIC, FRANKEN, MUTANT = "", "franken ", "mutant "
PLAIN, FINNED, SASHIMI = "", "finned ", "sashimi "

_LINES = ({Kind.ROW}, {Kind.COLUMN})
_FRANKEN = ({Kind.ROW, Kind.REGION}, {Kind.COLUMN, Kind.REGION})


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
        `PLAIN` for none; `FINNED`; or `SASHIMI`, where a base house has a single cell besides the fins.
    """
    layout = position.layout
    name = f"{fins}{shape}{NAMES[size]}"
    for digit in position.digits:
        places = position.places[digit]
        live = [house for house in layout.complete if (house.bits & places).bit_count() > 1]
        covers = [house for house in layout.houses if house.bits & places]
        for bases, allowed in _bases(live, size, shape):
            outside = [house for house in covers if house.kind in allowed and house not in bases]
            for chosen, finned in _covers(position, digit, bases, outside, has_fins=fins != PLAIN):
                if fins != PLAIN and _is_sashimi(bases, chosen, finned, places) != (fins == SASHIMI):
                    continue
                if _shape(bases, chosen) != shape:
                    continue
                lost = _lost(position, digit, bases, chosen, finned)
                if lost:
                    yield _pattern(position, name, digit, bases, chosen, finned, lost)


def _bases(houses: Sequence[House], size: int, shape: str) -> Iterator[tuple[tuple[House, ...], set[Kind]]]:
    """Base houses, and the kinds of houses that may cover them."""
    if shape == MUTANT:
        for bases in combinations(houses, size):
            yield bases, set(Kind)
        return
    for base, cover in (pair := _LINES if shape == BASIC else _FRANKEN), tuple(reversed(pair)):
        for bases in combinations([house for house in houses if house.kind in base], size):
            yield bases, cover


def _shape(bases: Sequence[House], covers: Sequence[House]) -> str:
    base, cover = {house.kind for house in bases}, {house.kind for house in covers}
    for shape, (one, other) in ((BASIC, _LINES), (FRANKEN, _FRANKEN)):
        if (base <= one and cover <= other) or (base <= other and cover <= one):
            return shape
    return MUTANT


def _covers(
    position: Position, digit: int, bases: Sequence[House], houses: Sequence[House], *, has_fins: bool
) -> Iterator[tuple[tuple[House, ...], int]]:
    """The cover houses for all base cells but the fins, and the fins."""
    places, once, fins = position.places[digit], 0, 0
    for base in bases:
        fins |= once & base.bits & places
        once |= base.bits & places
    if fins and not has_fins:
        return
    found: set[tuple[int, ...]] = set()

    def extend(chosen: tuple[House, ...], left: int, fins: int, seen: int) -> Iterator[tuple[tuple[House, ...], int]]:
        if not left:
            key = tuple(sorted(house.number for house in chosen))
            if len(chosen) == len(bases) and bool(fins) == has_fins and key not in found:
                found.add(key)
                yield chosen, fins
            return
        first = left & -left
        if len(chosen) < len(bases):
            for house in houses:
                if house.bits & first and house not in chosen:
                    yield from extend((*chosen, house), left & ~house.bits, fins, seen)
        if has_fins and not any(house.bits & first for house in chosen):
            common = seen & position.layout.peers[first.bit_length() - 1]
            if common:
                yield from extend(chosen, left ^ first, fins | first, common)

    seen = position.sees_all(digit, fins)
    if seen:
        yield from extend((), once & ~fins, fins, seen)


def _is_sashimi(bases: Sequence[House], covers: Sequence[House], fins: int, places: int) -> bool:
    """Whether a base house has a single cell besides the fins."""
    covered = 0
    for house in covers:
        covered |= house.bits
    return any((base.bits & places & covered & ~fins).bit_count() < 2 for base in bases)


def _lost(position: Position, digit: int, bases: Sequence[House], covers: Sequence[House], fins: int) -> int:
    """The cells of cover houses outside the base houses, or in two cover houses, that differ from all fins."""
    base = once = twice = 0
    for house in bases:
        base |= house.bits
    for house in covers:
        twice |= once & house.bits
        once |= house.bits
    return (once & ~base | twice) & ~fins & position.sees_all(digit, fins)


def _pattern(
    position: Position,
    name: str,
    digit: int,
    bases: tuple[House, ...],
    covers: tuple[House, ...],
    fins: int,
    lost: int,
) -> Pattern:
    layout = position.layout
    cells = 0
    for house in bases:
        cells |= house.bits & position.places[digit]
    ordered = tuple(sorted(covers, key=lambda house: house.number))
    reason = f"{layout.digit_names(1 << digit)} in {houses_text(bases)} is in {houses_text(ordered)}"
    if fins:
        reason += f", or in {layout.cell_names(fins).replace(' ', ' or ')}"
    return Pattern(name, cells, 1 << digit, reason, position.lost(digit, lost), houses=(*bases, *ordered))
