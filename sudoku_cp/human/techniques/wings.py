"""XY-wings, XYZ-wings and W-wings."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, subsets


def xy_wings(position: Position) -> Iterator[Pattern]:
    """A cell with two candidates, and two cells that each share one of them and have a third digit."""
    for pivot in bits_of(position.pairs):
        own = position.masks[pivot]
        near = position.pairs & position.layout.peers[pivot]
        for one, two in subsets(near, 2):
            first, second = position.masks[one], position.masks[two]
            common = first & second & ~own
            if common and first != second and first ^ common | second ^ common == own:
                yield from _wing("XY-wing", position, pivot, one, two, common, 1 << one | 1 << two)


def xyz_wings(position: Position) -> Iterator[Pattern]:
    """A cell with three candidates, and two cells that have two of them each and share one."""
    for pivot in bits_of(position.cells_by_number.get(3, 0)):
        own = position.masks[pivot]
        near = position.pairs & position.layout.peers[pivot]
        for one, two in subsets(near, 2):
            first, second = position.masks[one], position.masks[two]
            if first | second == own and first != second:
                cells = 1 << one | 1 << two | 1 << pivot
                yield from _wing("XYZ-wing", position, pivot, one, two, first & second, cells)


def _wing(name: str, position: Position, pivot: int, one: int, two: int, common: int, ends: int) -> Iterator[Pattern]:
    layout = position.layout
    (digit,) = bits_of(common)
    lost = position.sees_all(digit, ends)
    if lost:
        cells = [layout.cell_names(1 << cell) for cell in (pivot, one, two)]
        held = [layout.digit_names(position.masks[cell]) for cell in (pivot, one, two)]
        reason = (
            f"{cells[0]} has {held[0]}, {cells[1]} has {held[1]} and {cells[2]} has {held[2]}, "
            f"so one of {'them' if ends >> pivot & 1 else f'{cells[1]} and {cells[2]}'} is {layout.digit_names(common)}"
        )
        yield Pattern(
            name,
            1 << pivot | 1 << one | 1 << two,
            position.masks[one] | position.masks[two],
            reason,
            position.lost(digit, lost),
            pairs=((pivot, one), (pivot, two)),
        )


def w_wings(position: Position) -> Iterator[Pattern]:
    """Two cells with the same two candidates, and a house with one of these only in cells that differ from them."""
    layout = position.layout
    for one, two in subsets(position.pairs, 2):
        if position.masks[one] != position.masks[two]:
            continue
        for digit in bits_of(position.masks[one]):
            (other,) = bits_of(position.masks[one] & ~(1 << digit))
            lost = position.sees_all(other, 1 << one | 1 << two)
            if not lost:
                continue
            for house, start, end in position.strong_links[digit]:
                for near, far in ((start, end), (end, start)):
                    if not layout.peers[near] >> one & 1 or not layout.peers[far] >> two & 1:
                        continue
                    ends, text = layout.cell_names(1 << one | 1 << two), layout.digit_names(1 << digit)
                    reason = (
                        f"{ends.replace(' ', ' and ')} have {layout.digit_names(position.masks[one])}, and both cells "
                        f"for {text} in {house} see one of them, so one of them is {layout.digit_names(1 << other)}"
                    )
                    yield Pattern(
                        "W-wing",
                        1 << one | 1 << two | 1 << near | 1 << far,
                        position.masks[one],
                        reason,
                        position.lost(other, lost),
                        houses=(house,),
                        pairs=((one, near), (two, far)),
                    )
