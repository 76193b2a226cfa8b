"""Sue de coq: cells where a line meets a region, with cells of both that share no digit."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import House, Kind, bits_of
from sudoku_cp.human.techniques.pattern import Pattern, merged
from sudoku_cp.human.techniques.position import Position


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
