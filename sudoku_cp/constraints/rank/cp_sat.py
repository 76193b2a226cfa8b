"""The rank of a line in CP-SAT: literals for the lines that are lower, made from the last place to the first."""

from __future__ import annotations

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.rank import Rank
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_number


def define(constraint: Rank, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if as many lines as the rank says are lower, and none is the same without ties."""
    literals = definitions.literals
    lower, same = [], []
    for other in constraint.others:
        is_lower, is_same = literals.false, literals.true
        for there, here in reversed(list(zip(other, constraint.line, strict=True))):
            equal = _equal(there, here, literals)
            is_lower = literals.some((_less(there, here, literals), literals.both(equal, is_lower)))
            is_same = literals.both(equal, is_same)
        lower.append(is_lower)
        same.append(is_same)
    ranked = holds if constraint.ties or literals.is_true(holds) else literals.boolean()
    define_number(str(constraint), lower, Relation.EQUAL, constraint.rank - 1, ranked, literals)
    if not constraint.ties:
        literals.equate(holds, literals.both(ranked, negated(literals.some(same))))


def _less(one: Cell, other: Cell, literals: ValueLiterals) -> int:
    """A literal that is true exactly if one cell is less than another."""
    less = literals.boolean()
    for value, literal in literals.of(other).items():
        below = literals.among(one, [lower for lower in literals.of(one) if lower < value])
        literals.clause((negated(literal), negated(less), below))
        literals.clause((negated(literal), less, negated(below)))
    return less


def _equal(one: Cell, other: Cell, literals: ValueLiterals) -> int:
    """A literal that is true exactly if two cells are equal."""
    equal = literals.boolean()
    of_other = literals.of(other)
    for value, literal in literals.of(one).items():
        there = of_other.get(value, literals.false)
        literals.clause((negated(literal), negated(equal), there))
        literals.clause((negated(literal), equal, negated(there)))
    return equal
