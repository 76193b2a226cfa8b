"""Combinations in CP-SAT: clauses, or a sum of literals that stand for the parts."""

from __future__ import annotations

from collections.abc import Sequence

from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum


def define(constraint: Combination, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the number of parts that hold is in the relation."""
    parts, size = constraint.constraints, len(constraint.constraints)
    match constraint.relation, constraint.constant:
        case (Relation.AT_LEAST, 1):
            _define_any([definitions.literal(part) for part in parts], holds, definitions.literals)
        case ((Relation.AT_LEAST | Relation.EQUAL), number) if number == size:
            _define_all(parts, holds, True, definitions)
        case ((Relation.AT_MOST | Relation.EQUAL), 0):
            _define_all(parts, holds, False, definitions)
        case relation, constant:
            terms = [(1, definitions.literal(part)) for part in parts]
            define_sum(terms, relation, constant, holds, definitions.literals)


def _define_any(parts: Sequence[int], holds: int, literals: ValueLiterals) -> None:
    literals.clause((negated(holds), *parts))
    for literal in parts:
        literals.clause((negated(literal), holds))


def _define_all(parts: Sequence[Constraint], holds: int, truth: bool, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if all parts hold or, with ``truth`` false, none of them does."""
    literals = definitions.literals
    if len(parts) == 1 or literals.is_true(holds):
        for part in parts:
            definitions.define(part, holds if truth else negated(holds))
    else:
        counter = [definitions.literal(part) for part in parts]
        _define_any([negated(literal) if truth else literal for literal in counter], negated(holds), literals)
