"""Singles, locked candidates and subsets.

Locked candidates are those of a digit that one house can only have where it meets another. Locked pairs and triples are
naked subsets of two houses at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku_cp.human.techniques.layout import House, Kind, bits_of
from sudoku_cp.human.techniques.position import Pattern, Position, houses_text, mask, merged, subsets


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


NAMES = {2: "pair", 3: "triple", 4: "quad"}

LARGEST_LOCKED = 3
"""The largest subset that is called locked where it is in two houses."""


def naked_subsets(position: Position, size: int, *, locked: bool) -> Iterator[Pattern]:
    """Cells of a house that together have as many candidates as there are cells.

    Parameters
    ----------
    position
        The candidates.
    size
        The number of cells.
    locked
        Whether to find subsets that eliminate something in two houses, or the others.
    """
    layout = position.layout
    seen: set[int] = set()
    for house in layout.houses:
        small = _small_cells(position, house, size)
        for chosen in subsets(small, size):
            cells = mask(chosen)
            digits = position.union(cells)
            if digits.bit_count() != size or cells in seen:
                continue
            seen.add(cells)
            effects = [
                (each, merged(position.lost(digit, each.bits & ~cells) for digit in bits_of(digits)))
                for each in layout.houses
                if not cells & ~each.bits
            ]
            effects = [(each, lost) for each, lost in effects if lost]
            if effects and (len(effects) > 1 and size <= LARGEST_LOCKED) == locked:
                houses = tuple(each for each, _ in effects)
                reason = f"in {houses_text(houses)}, {layout.cell_names(cells)} have {layout.digit_names(digits)}"
                name = f"{'locked' if locked else 'naked'} {NAMES[size]}"
                yield Pattern(name, cells, digits, reason, merged(lost for _, lost in effects), houses=houses)


def _small_cells(position: Position, house: House, size: int) -> int:
    return sum(cells & house.bits for number, cells in position.cells_by_number.items() if number <= size)


def hidden_subsets(position: Position, size: int) -> Iterator[Pattern]:
    """Digits of a complete house that together have as many cells as there are digits."""
    layout = position.layout
    for house in layout.complete:
        places = {digit: house.bits & position.places[digit] for digit in position.digits}
        few = [digit for digit, cells in places.items() if 0 < cells.bit_count() <= size]
        for chosen in combinations(few, size):
            cells = 0
            for digit in chosen:
                cells |= places[digit]
            if cells.bit_count() != size:
                continue
            digits = mask(chosen)
            eliminated = {cell: rest for cell in bits_of(cells) if (rest := position.masks[cell] & ~digits)}
            if eliminated:
                reason = f"in {house}, {layout.digit_names(digits)} have only {layout.cell_names(cells)}"
                yield Pattern(f"hidden {NAMES[size]}", cells, digits, reason, eliminated, houses=(house,))
