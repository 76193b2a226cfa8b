"""Steps with one digit in two houses: pointing and claiming."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_cp.human.elements import Element
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step, digits_text, names
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Sudoku


def intersection_steps(one: Element, other: Element, marks: Marks) -> Iterator[Step]:
    """The digits that one house can only have where it meets the other, which loses them elsewhere."""
    for house, target in ((one, other), (other, one)):
        if len({value for cell in house.cells for value in marks.model.domain_of(cell)}) != len(house.cells):
            continue  # it need not have every value
        shared = house.bits & target.bits
        for digit in house.cells[0].domain:
            places = _places(house, digit, marks)
            if len(places) < 2 or any(not shared >> cell.index & 1 for cell in places):
                continue
            targets = [cell for cell in _places(target, digit, marks) if not shared >> cell.index & 1]
            if targets:
                text = digits_text(marks.model, (digit,))
                reason = f"in {house}, {text} must be in {names(places)}, all in {target}"
                eliminated = dict.fromkeys(targets, (digit,))
                yield Step(_name(house, marks), (house, target), places, (digit,), eliminated, {}, reason)


def _places(house: Element, digit: int, marks: Marks) -> tuple[Cell, ...]:
    return tuple(cell for cell in house.cells if digit in marks.values(cell))


def _name(house: Element, marks: Marks) -> str:
    """Pointing from a box, claiming from a row or column."""
    model = marks.model
    boxes = model.boxes if isinstance(model, Sudoku) else ()
    return "pointing" if any(set(house.cells) == set(box) for box in boxes) else "claiming"
