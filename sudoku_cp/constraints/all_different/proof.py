"""All-different in a formula: each value at most once; sums over houses use these constraints."""

from __future__ import annotations

from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, House


def encode(constraint: AllDifferent, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    cells = constraint.cells
    if not positive:
        encoding.add(CountDistinct(cells, len(cells) - 1, Relation.AT_MOST), guard, True)
        return
    if len(set(cells)) < len(cells):
        encoding.clause([], guard)
        return
    house = House(tuple(cell.index for cell in cells))
    for value in sorted({value for cell in cells for value in cell.domain}):
        places = [encoding.literals[cell.index][value] for cell in cells if value in cell.domain]
        house.places[value] = places
        if len(places) > 1:
            encoding.at_least([(-1, literal) for literal in places], -1, guard)
            house.numbers[value] = len(encoding.formula.constraints)
    if guard is None:
        encoding.houses.append(house)
