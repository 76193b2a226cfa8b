"""Sightlines in CP-SAT: a literal for each cell that may be seen."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.sightlines import Sightlines
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_number


def define(constraint: Sightlines, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the number of cells that are seen is that of the constraint."""
    literals = definitions.literals
    seen = [literals.true]
    for line in constraint.lines:
        before = literals.true
        for cell in line:
            before = literals.both(before, _same(constraint.viewer, cell, literals))
            seen.append(before)
    define_number(str(constraint), seen, Relation.EQUAL, constraint.number, holds, literals)


def _same(one: Cell, other: Cell, literals: ValueLiterals) -> int:
    """A literal that is true exactly if two cells have the same value."""
    of_other = literals.of(other)
    common = (
        literals.both(literal, of_other[value]) for value, literal in literals.of(one).items() if value in of_other
    )
    return literals.some(common)
