"""Values that first occur in order, in CP-SAT: for each value a literal that it has occurred."""

from __future__ import annotations

from sudoku_cp.kernel.precedence import Precedence
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions


def define(constraint: Precedence, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if no value occurs before the one below it, down to the start."""
    literals = definitions.literals
    occurred: dict[int, int] = {}
    wrong = []
    for cell in constraint.cells:
        here = literals.of(cell)
        for value, literal in here.items():
            if value > constraint.start + 1:
                wrong.append(literals.both(literal, negated(occurred.get(value - 1, literals.false))))
        for value, literal in here.items():
            occurred[value] = literals.some((occurred.get(value, literals.false), literal))
    literals.equate(negated(holds), literals.some(wrong))
