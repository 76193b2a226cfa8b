"""The fillings of a clue, where they are few enough to be listed."""

from __future__ import annotations

from itertools import product
from math import prod

from sudoku_cp.model import Model
from sudoku_cp.steps.elements import Group
from sudoku_cp.steps.marks import Marks
from sudoku_cp.steps.step import digits_text, names

MOST_TRIED = 1_000
MOST_LISTED = 4


def cases_text(group: Group, marks: Marks) -> str:
    """The digits that the open cells of a clue can have, as ``3 6 or 4 5 in r1c1 r1c2``; empty if they are many."""
    cells = [cell for cell in group.cells if marks.is_open(cell.index)]
    fixed = {cell: marks.values(cell)[0] for cell in group.cells if not marks.is_open(cell.index)}
    known = {cell.index for cell in group.cells}
    if any(cell.index not in known for constraint in group.constraints for cell in constraint.scope):
        return ""  # an auxiliary variable
    if prod(len(marks.values(cell)) for cell in cells) > MOST_TRIED:
        return ""
    sets = set()
    for values in product(*map(marks.values, cells)):
        filling = fixed | dict(zip(cells, values, strict=True))
        if all(constraint.holds(filling) for constraint in group.constraints):
            sets.add(tuple(sorted(values)))
    if not 0 < len(sets) <= MOST_LISTED:
        return ""
    return f"{_alternatives(marks.model, sorted(sets))} in {names(cells)}"


def _alternatives(model: Model, sets: list[tuple[int, ...]]) -> str:
    return " or ".join(digits_text(model, digits) for digits in sets)
