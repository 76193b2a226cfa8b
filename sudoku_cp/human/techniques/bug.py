"""BUG+1: all open cells have two candidates, but one has three. It assumes that the solution is unique."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position


def bug_plus_one(position: Position) -> Iterator[Pattern]:
    """Where each digit would have two or no cells in every house, the solution would not be unique."""
    layout = position.layout
    triples = position.cells_by_number.get(3, 0)
    if not layout.has_only_houses or triples.bit_count() != 1 or triples | position.pairs != position.open:
        return
    (cell,) = bits_of(triples)
    for digit in bits_of(position.masks[cell]):
        if _has_two_of_each(position, digit, triples):
            reason = (
                f"all other open cells have two candidates, and without {layout.digit_names(1 << digit)} in "
                f"{layout.cell_names(triples)} each digit would have two cells or none in every house"
            )
            rest = {cell: position.masks[cell] & ~(1 << digit)}
            yield Pattern("BUG+1", triples, 1 << digit, reason, rest)


def _has_two_of_each(position: Position, without: int, cell: int) -> bool:
    return all(
        (position.places[digit] & house.bits & ~(cell if digit == without else 0)).bit_count() in (0, 2)
        for house in position.layout.houses
        for digit in position.digits
    )
