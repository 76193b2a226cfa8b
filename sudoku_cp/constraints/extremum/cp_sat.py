"""Extremes in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.combination import AllOf, AnyOf
from sudoku_cp.kernel.extremum import Maximum, Minimum
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, presence


def define(constraint: Maximum | Minimum, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the value occurs in the cells and none beyond it does."""
    literals = definitions.literals
    if literals.any_wide(*constraint.scope):
        value, is_largest = constraint.value, isinstance(constraint, Maximum)
        reached = [cell == value for cell in constraint.cells]
        kept = [cell <= value if is_largest else cell >= value for cell in constraint.cells]
        definitions.define(AllOf(AnyOf(*reached), *kept), holds)
        return
    present = presence(constraint.cells, literals)
    numbers = literals.values_of(constraint.value)
    beyond = number_beyond = literals.false
    for value in sorted({*present, *numbers}, reverse=isinstance(constraint, Maximum)):
        here, number = present.get(value, literals.false), numbers.get(value, literals.false)
        literals.clause((negated(holds), negated(number), here))
        literals.clause((negated(holds), negated(number), negated(beyond)))
        literals.clause((holds, negated(number), negated(here), beyond))
        number_beyond = literals.some((number_beyond, number), exclusive=True)
        literals.clause((negated(holds), negated(here), number_beyond))
        beyond = literals.some((beyond, here))
