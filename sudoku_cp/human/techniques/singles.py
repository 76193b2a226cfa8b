"""Full houses, naked and hidden singles."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position


def full_houses(position: Position) -> Iterator[Pattern]:
    """The complete houses with one open cell."""
    for house in position.layout.complete:
        left = house.bits & position.open
        if left.bit_count() == 1 and position.union(left).bit_count() == 1:
            (cell,), (digit,) = bits_of(left), bits_of(position.union(left))
            reason = f"{position.layout.cell_names(left)} is the last open cell in {house}"
            yield Pattern("full house", left, 1 << digit, reason, placed={cell: digit}, houses=(house,))


def naked_singles(position: Position) -> Iterator[Pattern]:
    """The cells with one candidate."""
    for cell in bits_of(position.cells_by_number.get(1, 0)):
        (digit,) = bits_of(position.masks[cell])
        reason = f"{position.layout.cell_names(1 << cell)} has no other candidate"
        yield Pattern("naked single", 1 << cell, 1 << digit, reason, placed={cell: digit})


def hidden_singles(position: Position) -> Iterator[Pattern]:
    """The digits with one cell in a complete house."""
    layout = position.layout
    for house in layout.complete:
        for digit in position.digits:
            cells = house.bits & position.places[digit]
            if cells.bit_count() == 1:
                (cell,) = bits_of(cells)
                reason = f"in {house}, only {layout.cell_names(cells)} can be {layout.digit_names(1 << digit)}"
                yield Pattern("hidden single", cells, 1 << digit, reason, placed={cell: digit}, houses=(house,))
