"""Sightlines in a formula: a variable for each cell that may be seen, which is a function of the cells."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.sightlines import Sightlines
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: Sightlines, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    seen = []
    for line in constraint.lines:
        before = None
        for cell in line:
            same = _same(constraint.viewer, cell, encoding)
            before = same if before is None else encoding.formula.both(before, same)
            seen.append((1, before))
    relation, more = signed(Relation.EQUAL, positive)
    encoding.compare(seen, relation, constraint.number, guard, more - 1)


def _same(one: Cell, other: Cell, encoding: Encoding) -> int:
    """A literal that is true exactly if two cells have the same value."""
    of_other = encoding.literals[other.index]
    common = ((literal, of_other.get(value)) for value, literal in encoding.literals[one.index].items())
    return encoding.formula.some(encoding.formula.both(one, other) for one, other in common if other is not None)
