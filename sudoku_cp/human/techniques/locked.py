"""Locked candidates: a digit that one house can only have where it meets another."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import Kind
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position

POINTING, CLAIMING = "pointing", "claiming"


def locked_candidates(position: Position, name: str) -> Iterator[Pattern]:
    """Where a complete house has a digit only in cells of another house, which loses it elsewhere.

    Parameters
    ----------
    position
        The candidates.
    name
        ``pointing`` from regions, ``claiming`` from rows, columns and diagonals.
    """
    layout = position.layout
    for house in layout.complete:
        if (house.kind is Kind.REGION) != (name == POINTING):
            continue
        for digit in position.digits:
            cells = house.bits & position.places[digit]
            if cells.bit_count() < 2:
                continue
            for target in layout.houses:
                lost = target.bits & position.places[digit] & ~cells
                if target is not house and lost and not cells & ~target.bits:
                    text = layout.digit_names(1 << digit)
                    reason = f"in {house}, {text} must be in {layout.cell_names(cells)}, all in {target}"
                    eliminated = position.lost(digit, lost)
                    yield Pattern(name, cells, 1 << digit, reason, eliminated, houses=(house, target))
