"""Steps in one house or two: singles, subsets of cells that share as many digits, pointing and claiming."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku_cp.human.elements import Element
from sudoku_cp.human.marks import Marks, Values, mask_of
from sudoku_cp.human.step import Step, digits_text, names
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Sudoku

SUBSETS = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


def naked_singles(marks: Marks) -> Iterator[Step]:
    """The cells that have one candidate left."""
    for cell in marks.model.cells:
        mask = marks.masks[cell.index]
        if cell.index not in marks.placed and cell.index not in marks.hidden and mask and not mask & (mask - 1):
            value = marks.values(cell)[0]
            reason = f"{cell.name} has no other candidate"
            yield Step("naked single", (), (cell,), (value,), {}, {cell: value}, reason)


def house_steps(house: Element, marks: Marks) -> Iterator[Step]:
    """The singles and subsets of a house that eliminate something, small ones first.

    The values of a house with as many cells as values are all in it: then there are hidden subsets too.
    """
    cells = [cell for cell in house.cells if cell.index not in marks.placed]
    if len({cell.domain for cell in cells}) > 1:
        return
    places = _places(cells, marks) if _has_every_value(house, marks) else {}
    for size in range(1, len(cells)):
        if size > 1:
            yield from _naked(house, cells, size, marks)
        yield from _hidden(house, places, size, marks)


def _has_every_value(house: Element, marks: Marks) -> bool:
    """Whether the house has as many cells as its cells have values."""
    values = {value for cell in house.cells for value in marks.model.domain_of(cell)}
    return len(values) == len(house.cells)


def _places(cells: list[Cell], marks: Marks) -> dict[int, list[Cell]]:
    """The cells that can have each value that is still to be placed."""
    places: dict[int, list[Cell]] = {}
    for cell in cells:
        for value in marks.values(cell):
            places.setdefault(value, []).append(cell)
    return dict(sorted(places.items()))


def _naked(house: Element, cells: list[Cell], size: int, marks: Marks) -> Iterator[Step]:
    small = [cell for cell in cells if marks.masks[cell.index].bit_count() <= size]
    for subset in combinations(small, size):
        union = 0
        for cell in subset:
            union |= marks.masks[cell.index]
        if union.bit_count() != size:
            continue
        digits = tuple(value for bit, value in enumerate(subset[0].domain) if union >> bit & 1)
        inside = set(subset)
        eliminated = _without(digits, [cell for cell in cells if cell not in inside], marks)
        if eliminated:
            reason = f"in {house}, {names(subset)} have {digits_text(marks.model, digits)}"
            yield Step(_named("naked", size), (house,), subset, digits, eliminated, {}, reason)


def _hidden(house: Element, places: dict[int, list[Cell]], size: int, marks: Marks) -> Iterator[Step]:
    few = [value for value, cells in places.items() if len(cells) <= size]
    for digits in combinations(few, size):
        held = {cell.index: cell for value in digits for cell in places[value]}
        if len(held) != size:
            continue
        subset = tuple(held[index] for index in sorted(held))
        others = {cell: tuple(v for v in marks.values(cell) if v not in digits) for cell in subset}
        eliminated = {cell: values for cell, values in others.items() if values}
        if size == 1 and subset[0].index not in marks.placed:
            reason = f"in {house}, only {subset[0].name} can be {digits_text(marks.model, digits)}"
            yield Step("hidden single", (house,), subset, digits, {}, {subset[0]: digits[0]}, reason)
        elif eliminated:
            reason = f"in {house}, {digits_text(marks.model, digits)} have only {names(subset)}"
            yield Step(_named("hidden", size), (house,), subset, digits, eliminated, {}, reason)


def _without(digits: Values, cells: list[Cell], marks: Marks) -> dict[Cell, Values]:
    """The candidates of cells that are among some digits."""
    found = {}
    for cell in cells:
        common = marks.masks[cell.index] & mask_of(cell, digits)
        if common:
            found[cell] = tuple(value for value in digits if marks.masks[cell.index] & mask_of(cell, (value,)))
    return found


def _named(kind: str, size: int) -> str:
    return f"{kind} {SUBSETS.get(size, f'set of {size}')}"


def intersection_steps(one: Element, other: Element, marks: Marks) -> Iterator[Step]:
    """The digits that one house can only have where it meets the other, which loses them elsewhere."""
    for house, target in ((one, other), (other, one)):
        if len({value for cell in house.cells for value in marks.model.domain_of(cell)}) != len(house.cells):
            continue  # it need not have every value
        shared = house.bits & target.bits
        for digit in house.cells[0].domain:
            places = _cells_with(house, digit, marks)
            if len(places) < 2 or any(not shared >> cell.index & 1 for cell in places):
                continue
            targets = [cell for cell in _cells_with(target, digit, marks) if not shared >> cell.index & 1]
            if targets:
                text = digits_text(marks.model, (digit,))
                reason = f"in {house}, {text} must be in {names(places)}, all in {target}"
                eliminated = dict.fromkeys(targets, (digit,))
                yield Step(_name(house, marks), (house, target), places, (digit,), eliminated, {}, reason)


def _cells_with(house: Element, digit: int, marks: Marks) -> tuple[Cell, ...]:
    return tuple(cell for cell in house.cells if digit in marks.values(cell))


def _name(house: Element, marks: Marks) -> str:
    """Pointing from a box, claiming from a row or column."""
    model = marks.model
    boxes = model.boxes if isinstance(model, Sudoku) else ()
    return "pointing" if any(set(house.cells) == set(box) for box in boxes) else "claiming"
