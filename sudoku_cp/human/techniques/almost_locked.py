"""Almost locked sets: cells of a house with one candidate more than cells.

ALS-XZ and ALS-XY-wings are two or three of them with restricted digits. A death blossom is a cell, and for each of its
candidates a set that the candidate takes a digit from. Sue de coq has cells where a line meets a region, with cells of
both that share no digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from sudoku_cp.human.techniques.layout import House, Kind, bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, merged


@dataclass(frozen=True, eq=False)
class AlmostLockedSet:
    """Cells of a house that have one candidate more than cells: they lack one of these at most."""

    number: int
    house: House
    cells: int
    digits: int
    places: dict[int, int]
    """For each of its digits the cells that may have it."""
    seen: dict[int, int]
    """For each of its digits the cells that may have it and differ from all of these."""


def almost_locked_sets(position: Position) -> list[AlmostLockedSet]:
    """All almost locked sets, small ones first; a cell with two candidates is one."""
    found: dict[int, tuple[House, int]] = {}

    def extend(house: House, cells: int, digits: int, left: int) -> None:
        if cells and digits.bit_count() == cells.bit_count() + 1:
            found.setdefault(cells, (house, digits))
        for cell in bits_of(left):
            left &= left - 1
            extend(house, cells | 1 << cell, digits | position.masks[cell], left)

    for house in position.layout.houses:
        extend(house, 0, 0, house.bits & position.open)
    ordered = sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))
    sets = []
    for number, (cells, (house, digits)) in enumerate(ordered):
        places = {digit: cells & position.places[digit] for digit in bits_of(digits)}
        seen = {digit: position.sees_all(digit, where) for digit, where in places.items()}
        sets.append(AlmostLockedSet(number, house, cells, digits, places, seen))
    return sets


def restricted(one: AlmostLockedSet, other: AlmostLockedSet) -> int:
    """The digits that are not in both sets, since all of their cells in one differ from all in the other."""
    return sum(1 << digit for digit in bits_of(one.digits & other.digits) if not other.places[digit] & ~one.seen[digit])


def linked_sets(sets: list[AlmostLockedSet]) -> Iterator[tuple[AlmostLockedSet, AlmostLockedSet, int]]:
    """The pairs of sets without common cells that have restricted digits, and these."""
    near: dict[tuple[int, int], list[AlmostLockedSet]] = {}
    for each in sets:
        for digit, cells in each.places.items():
            near.setdefault((digit, cells), []).append(each)
    by_digit: dict[int, list[int]] = {}
    for digit, cells in near:
        by_digit.setdefault(digit, []).append(cells)
    found: dict[tuple[int, int], int] = {}
    for (digit, _), owners in near.items():
        seen = owners[0].seen[digit]
        for other_cells in by_digit[digit]:
            if other_cells & ~seen:
                continue
            for one in owners:
                for other in near[digit, other_cells]:
                    if one.number < other.number and not one.cells & other.cells:
                        key = one.number, other.number
                        found[key] = found.get(key, 0) | 1 << digit
    for (one_number, other_number), digits in found.items():
        yield sets[one_number], sets[other_number], digits


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


Petal = tuple[int, AlmostLockedSet]
"""A candidate of the stem, and a set whose cells for this digit all see the stem."""


def death_blossoms(position: Position) -> Iterator[Pattern]:
    """Whatever the stem is, one of the sets, the petals, loses that digit and has all of its others.

    So a digit that all petals have is impossible in the cells that see all cells for it in these.
    """
    petals = _petals(position)
    for stem in bits_of(position.open):
        near = [[(digit, each) for each in petals.get((stem, digit), ())] for digit in bits_of(position.masks[stem])]
        if not all(near):
            continue
        found: set[tuple[int, ...]] = set()
        for digit in position.digits:
            for cell in bits_of(_reached(near, digit)):
                flower = [next(petal for petal in choice if _sees(petal, digit) >> cell & 1) for choice in near]
                key = tuple(each.number for _, each in flower)
                if key not in found and len(set(key)) > 1:
                    found.add(key)
                    yield _pattern(position, stem, flower)


def _petals(position: Position) -> dict[tuple[int, int], list[AlmostLockedSet]]:
    """For each candidate the sets that lose its digit if it is true, small ones first."""
    found: dict[tuple[int, int], list[AlmostLockedSet]] = {}
    for each in almost_locked_sets(position):
        for digit, seen in each.seen.items():
            for cell in bits_of(seen):
                found.setdefault((cell, digit), []).append(each)
    return found


def _sees(petal: Petal, digit: int) -> int:
    """The cells that lose a digit if the stem has the petal's."""
    taken, each = petal
    return 0 if digit == taken else each.seen.get(digit, 0)


def _reached(near: Sequence[Sequence[Petal]], digit: int) -> int:
    """The cells that lose a digit for some choice of petals."""
    common = -1
    for choice in near:
        reached = 0
        for petal in choice:
            reached |= _sees(petal, digit)
        common &= reached
    return common


def _pattern(position: Position, stem: int, flower: Sequence[Petal]) -> Pattern:
    layout = position.layout
    cells, taken, digits, lost = 1 << stem, 0, 0, []
    for digit, each in flower:
        taken |= 1 << digit
        cells |= each.cells
    for digit in position.digits:
        common = -1
        for petal in flower:
            common &= _sees(petal, digit)
        if common:
            digits |= 1 << digit
            lost.append(position.lost(digit, common))
    words = " or ".join(
        f"{layout.digit_names(1 << digit)} from {layout.cell_names(each.cells)} ({layout.digit_names(each.digits)})"
        for digit, each in flower
    )
    reason = f"{layout.cell_names(1 << stem)} takes {words}, so one of these sets has all of its other digits"
    houses: dict[int, House] = {each.house.number: each.house for _, each in flower}
    pairs = tuple((stem, cell) for digit, each in flower for cell in bits_of(each.places[digit]))
    return Pattern(
        "death blossom", cells, digits | taken, reason, merged(lost), houses=tuple(houses.values()), pairs=pairs
    )


def sue_de_coq(position: Position) -> Iterator[Pattern]:
    """As many cells as digits, in a line and a region, where no digit is in both parts outside the meeting.

    Then each of the digits is in exactly one of the cells: in the line if it is not in the region's part, in the
    region if it is not in the line's part.
    """
    layout = position.layout
    for region in layout.houses:
        if region.kind is not Kind.REGION:
            continue
        for line in layout.houses:
            meeting = line.bits & region.bits & position.open
            if line.kind is Kind.REGION or meeting.bit_count() < 2:
                continue
            in_line = _parts(position, line.bits & position.open & ~region.bits)
            in_region = _parts(position, region.bits & position.open & ~line.bits)
            for core in _subsets(meeting):
                if core.bit_count() > 1:
                    yield from _around(position, line, region, core, in_line, in_region)


def _around(
    position: Position,
    line: House,
    region: House,
    core: int,
    in_line: list[tuple[int, int]],
    in_region: list[tuple[int, int]],
) -> Iterator[Pattern]:
    layout = position.layout
    held = position.union(core)
    if held.bit_count() < core.bit_count() + 2:
        return
    for one, first in in_line:
        for two, second in in_region:
            cells, digits = core | one | two, held | first | second
            if first & second or cells.bit_count() != digits.bit_count():
                continue
            lost = merged(
                position.lost(digit, house.bits & ~cells)
                for house, other in ((line, second), (region, first))
                for digit in bits_of(digits & ~other)
            )
            if lost:
                reason = (
                    f"{layout.cell_names(core)} in {line} and {region}, {layout.cell_names(one)} in {line} and "
                    f"{layout.cell_names(two)} in {region} have as many digits as cells: {layout.digit_names(digits)}"
                )
                yield Pattern("sue de coq", cells, digits, reason, lost, houses=(line, region))


def _subsets(cells: int) -> Iterator[int]:
    """All sets of some cells but the empty one."""
    chosen = cells
    while chosen:
        yield chosen
        chosen = (chosen - 1) & cells


def _parts(position: Position, cells: int) -> list[tuple[int, int]]:
    """The sets of some cells, and their digits."""
    return [(chosen, position.union(chosen)) for chosen in _subsets(cells)]
