"""Templates: the ways to place a digit in every house that still needs it."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.techniques.layout import bits_of
from sudoku_cp.human.techniques.pattern import Pattern
from sudoku_cp.human.techniques.position import Position

SET, DELETE = "template set", "template delete"


def templates(position: Position, name: str) -> Iterator[Pattern]:
    """What all templates of a digit have in common.

    The templates of a digit leave out the cells that all templates of another digit have in common.

    Parameters
    ----------
    position
        The candidates.
    name
        `SET`: the cells that are in all templates. `DELETE`: the candidates that are in none.
    """
    layout = position.layout
    certain, free = _fixed_cells(position)
    for digit in position.digits:
        text, places = layout.digit_names(1 << digit), position.places[digit]
        if name == SET:
            if certain[digit]:
                used = layout.cell_names(certain[digit]).replace(" ", " and ")
                reason = f"each way to place {text} in all houses uses {used}"
                placed = dict.fromkeys(bits_of(certain[digit]), digit)
                yield Pattern(SET, certain[digit], 1 << digit, reason, placed=placed, houses=layout.houses)
        elif lost := places & ~_possible(position, digit, free[digit]):
            reason = f"no way to place {text} in all houses uses {layout.cell_names(lost).replace(' ', ' or ')}"
            yield Pattern(DELETE, places, 1 << digit, reason, position.lost(digit, lost), houses=layout.houses)


def _fixed_cells(position: Position) -> tuple[list[int], list[int]]:
    """For each digit the cells of all of its templates, and those that the other digits leave it."""
    certain, free = [0] * len(position.digits), list(position.places)
    waiting = set(position.digits)
    while waiting:
        digit = min(waiting)
        waiting.remove(digit)
        found = _common_cells(position, digit, free[digit])
        if new := found & ~certain[digit]:
            certain[digit] = found
            for other in position.digits:
                if other != digit and free[other] & new:
                    free[other] &= ~new
                    waiting.add(other)
    return certain, free


def _common_cells(position: Position, digit: int, places: int) -> int:
    houses = _houses_without(position, digit)
    common = _template(position, places, houses)
    for cell in bits_of(common):
        if common >> cell & 1:
            common &= _template(position, places & ~(1 << cell), houses) or common
    return common


def _possible(position: Position, digit: int, places: int) -> int:
    """The cells that are in some template; all candidates if there is no template."""
    houses = _houses_without(position, digit)
    possible = _template(position, places, houses)
    if not possible:
        return position.places[digit]
    for cell in bits_of(places):
        if not possible >> cell & 1:
            possible |= _template_with(position, cell, places, houses)
    return possible


def _houses_without(position: Position, digit: int) -> tuple[int, ...]:
    """The complete houses that still need a digit."""
    done = sum(1 << cell for cell in bits_of(position.placed) if position.masks[cell] == 1 << digit)
    return tuple(house.bits for house in position.layout.complete if not house.bits & done)


def _template(position: Position, places: int, houses: tuple[int, ...]) -> int:
    """A cell for each of some houses, which differ from each other; 0 if there are none."""
    if not houses:
        return 0
    few = min((house & places for house in houses), key=int.bit_count)
    return next((found for cell in bits_of(few) if (found := _template_with(position, cell, places, houses))), 0)


def _template_with(position: Position, cell: int, places: int, houses: tuple[int, ...]) -> int:
    """The same, with a certain cell among them."""
    bit = 1 << cell
    left = tuple(house for house in houses if not house & bit)
    found = _template(position, places & ~position.layout.peers[cell] & ~bit, left) if left else bit
    return found and found | bit
