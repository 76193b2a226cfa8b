"""What a clue leaves, in the words of setters: the fillings of a cage, the ends of a thermometer, innies and outies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, product
from math import prod

from sudoku_cp.human.elements import Element, Group
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import digits_text, listed, names
from sudoku_cp.kernel import AllDifferent, Increasing, Linear
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import Model

MOST_TRIED = 1_000
MOST_LISTED = 4


def clue_text(element: Element, group: Group, removed: Mapping[int, int], marks: Marks) -> str:
    """What a clue leaves, such as ``cage 9 in r1c1 r1c2: 36 or 45``.

    Parameters
    ----------
    element
        The clue.
    group
        The constraints that are used of it.
    removed
        A mask of the eliminated candidates for each cell that has some, by its index.
    marks
        The candidates before.
    """
    total = cage_sum(group)
    if total is not None:
        return _cage_text(group, total, marks)
    match group.constraints:
        case (Increasing(cells=cells),):
            bounds = _bounds(cells, removed, marks)
            return f"on {element}, {listed(bounds)}" if bounds else f"{element} leaves nothing else"
    cases = _cases(group, marks)
    open_cells = names(cell for cell in group.cells if marks.is_open(cell.index))
    return f"{element} leaves {cases} in {open_cells}" if cases else f"{element} leaves nothing else"


def innie_text(elements: Sequence[Element], removed: Collection[int], marks: Marks) -> str:
    """The sum of the cells by which a house and cages with sums differ; empty if the step is not about these.

    Parameters
    ----------
    elements
        The elements of the step.
    removed
        The indices of the cells that lose candidates.
    marks
        The candidates before.
    """
    houses = [element for element in elements if element.is_house and _digits(element, marks) is not None]
    cages = [element for element in elements if element not in houses]
    sums = [None if element.is_rule else cage_sum(element.groups[0]) for element in cages]
    known = [total for total in sums if total is not None]
    covered = [cell for element in cages for cell in element.cells]
    if len(houses) != 1 or len(known) < len(cages) or len(set(covered)) < len(covered):
        return ""
    (house,) = houses
    innies = [cell for cell in house.cells if cell not in set(covered)]
    outies = [cell for cell in covered if cell not in set(house.cells)]
    kind, cells = ("outie", outies) if outies else ("innie", innies)
    if (innies and outies) or not set(removed) <= {cell.index for cell in cells}:
        return ""
    total = abs(sum(_digits(house, marks) or ()) - sum(known))
    if len(cells) == 1:
        return f"the {kind} of {house}, {cells[0].name}, is {total}"
    return f"the {kind}s of {house}, {names(cells)}, add up to {total}"


def cage_sum(group: Group) -> int | None:
    """The sum of a cage without repeats; None for any other clue."""
    match group.constraints:
        case (AllDifferent(cells=cells), Linear(terms=terms, relation=Relation.EQUAL, constant=total)):
            if all(weight == 1 for weight, _ in terms) and {cell for _, cell in terms} == set(cells):
                return total
    return None


def _digits(house: Element, marks: Marks) -> set[int] | None:
    """The digits of a house that has as many cells, so that each is in one; None for other elements."""
    values = {value for cell in house.cells for value in marks.model.domain_of(cell)}
    return values if len(values) == len(house.cells) else None


def _cage_text(group: Group, total: int, marks: Marks) -> str:
    """The sum of a cage, what is left of it, and the digits that the open cells can have, if these are few."""
    cells = [cell for cell in group.cells if marks.is_open(cell.index)]
    fixed = [marks.values(cell)[0] for cell in group.cells if not marks.is_open(cell.index)]
    rest = total - sum(fixed)
    digits = sorted({value for cell in cells for value in marks.values(cell)} - set(fixed))
    choices = combinations(digits, len(cells))
    sets = [chosen for chosen in choices if sum(chosen) == rest and _fit(chosen, [*map(marks.values, cells)])]
    words = f"cage {total} in {names(cells)}" if not fixed else f"cage {total} leaves {rest} in {names(cells)}"
    return f"{words}: {_alternatives(marks.model, sets)}" if 0 < len(sets) <= MOST_LISTED else words


def _fit(digits: tuple[int, ...], candidates: list[tuple[int, ...]]) -> bool:
    """Whether cells can have some digits, each one of them."""
    if not candidates:
        return True
    return any(
        _fit(tuple(other for other in digits if other != digit), candidates[1:])
        for digit in digits
        if digit in candidates[0]
    )


def _bounds(cells: Sequence[Cell], removed: Mapping[int, int], marks: Marks) -> list[str]:
    """The new bounds at the ends of a thermometer, or inside of it if the ends have none."""
    inside, ends = [], []
    for cell in cells:
        if cell.index not in removed:
            continue
        before, lost = marks.values(cell), removed[cell.index]
        after = [value for value in before if not lost >> cell.domain.index(value) & 1]
        bounds = [f"at least {min(after)}"] if min(after) > before[0] else []
        bounds += [f"at most {max(after)}"] if max(after) < before[-1] else []
        words = f"is {listed(bounds)}" if bounds else ""
        if words and (cell is cells[0] or cell is cells[-1]):
            ends.append(f"the {'start' if cell is cells[0] else 'end'} {words}")
        elif words:
            inside.append(f"{cell.name} {words}")
    return ends or inside


def _cases(group: Group, marks: Marks) -> str:
    """The digits that the open cells of a clue can have, as ``36 or 45``; empty if they are many."""
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
    return _alternatives(marks.model, sorted(sets)) if 0 < len(sets) <= MOST_LISTED else ""


def _alternatives(model: Model, sets: Sequence[tuple[int, ...]]) -> str:
    """Sets of digits; without blanks inside where each digit is one character."""
    words = [digits_text(model, digits).split() for digits in sets]
    gap = "" if all(len(word) == 1 for each in words for word in each) else " "
    return " or ".join(gap.join(each) for each in words)
