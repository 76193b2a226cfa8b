"""Turbot fish: two houses with two cells for a digit each, and empty rectangles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from sudoku_cp.human.techniques.layout import House, Kind, bits_of
from sudoku_cp.human.techniques.pattern import Pattern, houses_text
from sudoku_cp.human.techniques.position import Position

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
