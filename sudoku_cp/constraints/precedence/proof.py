"""Values that first occur in order, in a formula: for each value a variable that it has occurred."""

from __future__ import annotations

from sudoku_cp.kernel.precedence import Precedence
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Precedence, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    formula = encoding.formula
    occurred: dict[int, int] = {}
    wrong = []
    for cell in constraint.cells:
        here = encoding.literals[cell.index]
        for value, literal in here.items():
            if value <= constraint.start + 1:
                continue
            below = occurred.get(value - 1)
            if positive:
                encoding.clause([literal ^ 1] if below is None else [literal ^ 1, below], guard)
            else:
                wrong.append(literal if below is None else formula.both(literal, below ^ 1))
        for value, literal in here.items():
            occurred[value] = formula.some([occurred[value], literal]) if value in occurred else literal
    if not positive:
        encoding.clause(wrong, guard)
