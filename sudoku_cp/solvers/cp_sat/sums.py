"""Sums of cells and of literals, and literals for comparisons of sums with a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sudoku_cp.model import Cell, LoweringError, Relation
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated

MAX_SUM = 2**60
"""The largest absolute value of a sum; CP-SAT computes with 64 bits."""

OPPOSITE: dict[Relation, tuple[Relation, int]] = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and the number that it adds to the right side."""


def sum_terms(name: str, weights: Mapping[Cell, int], literals: ValueLiterals) -> list[tuple[int, int]]:
    """A weighted sum of cells as weights and integer variables.

    Raises
    ------
    LoweringError
        If the sum may exceed `MAX_SUM`; the message starts with ``name``.
    """
    if sum(abs(weight) * max(map(abs, cell.domain)) for cell, weight in weights.items()) > MAX_SUM:
        raise LoweringError(f"{name}: the sum may exceed 2⁶⁰, the limit for cp-sat")
    return [(weight, literals.integer(cell)) for cell, weight in weights.items()]


def define_sum(
    terms: Iterable[tuple[int, int]], relation: Relation, constant: int, holds: int, literals: ValueLiterals
) -> None:
    """Make ``holds`` true exactly if Σ weight · variable is in the relation; a variable may be any literal."""
    weights: dict[int, int] = {}
    for weight, literal in terms:
        variable = literal
        if literal < 0:
            variable, constant, weight = negated(literal), constant - weight, -weight
        weights[variable] = weights.get(variable, 0) + weight
    lowest = highest = 0
    for variable, weight in weights.items():
        ends = [weight * end for end in literals.bounds(variable)]
        lowest, highest = lowest + min(ends), highest + max(ends)
    # Beyond the bounds of a sum, all constants give the same comparison.
    constant = min(max(constant, lowest - 1), highest + 1)
    total = [(weight, variable) for variable, weight in weights.items()]

    def define_at_most(constant: int, holds: int) -> None:
        if not lowest <= constant < highest:
            literals.clause((holds if constant >= highest else negated(holds),))
            return
        literals.sum_in(total, [lowest, constant], holds)
        literals.sum_in(total, [constant + 1, highest], negated(holds))

    match relation:
        case Relation.AT_MOST:
            define_at_most(constant, holds)
        case Relation.AT_LEAST:
            define_at_most(constant - 1, negated(holds))
        case Relation.UNEQUAL:
            define_sum(total, Relation.EQUAL, constant, negated(holds), literals)
        case Relation.EQUAL if total and literals.is_true(holds):
            literals.sum_in(total, [constant, constant])
        case Relation.EQUAL:
            below, above = literals.boolean(), literals.boolean()
            define_at_most(constant - 1, below)
            define_at_most(constant, negated(above))
            literals.exactly_one((holds, below, above))
