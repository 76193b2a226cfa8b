"""Comparisons of sums in CP-SAT: unit clauses, support clauses, digit sets of a cage, or a sum of integer variables."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import OPPOSITE, Definitions, are_few_pairs, define_pairs, define_sum, sum_terms

MAX_DIGIT_SETS = 500
"""The largest number of value sets into which a cage is split."""


def define(constraint: Linear, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the comparison is.

    Raises
    ------
    LoweringError
        If the sum may exceed `sums.MAX_SUM`.
    """
    literals = definitions.literals
    weights = _collected(constraint.terms)
    relation, constant = constraint.relation, constraint.constant
    match list(weights):
        case []:
            literals.clause((holds if _compare(0, relation, constant) else negated(holds),))
        case [cell] if not literals.any_wide(cell):
            for value, literal in literals.of(cell).items():
                is_so = _compare(weights[cell] * value, relation, constant)
                literals.clause((negated(literal), holds if is_so else negated(holds)))
        case [first, second] if are_few_pairs(first, second, literals):
            first_weight, second_weight = weights[first], weights[second]
            define_pairs(
                first,
                second,
                lambda a, b: _compare(first_weight * a + second_weight * b, relation, constant),
                holds,
                literals,
            )
        case _:
            if literals.is_false(holds):
                relation, offset = OPPOSITE[relation]
                constant, holds = constant + offset, literals.true
            if not (literals.is_true(holds) and _lower_cage(weights, relation, constant, definitions)):
                define_sum(sum_terms(str(constraint), weights, literals), relation, constant, holds, literals)


def _collected(terms: Iterable[tuple[int, Cell]]) -> dict[Cell, int]:
    """The weight of each cell, with repeated cells added up and without weights of 0."""
    weights: dict[Cell, int] = {}
    for weight, cell in terms:
        weights[cell] = weights.get(cell, 0) + weight
    return {cell: weight for cell, weight in weights.items() if weight}


def _compare(total: int, relation: Relation, constant: int) -> bool:
    match relation:
        case Relation.EQUAL:
            return total == constant
        case Relation.UNEQUAL:
            return total != constant
        case Relation.AT_MOST:
            return total <= constant
        case Relation.AT_LEAST:
            return total >= constant


def _lower_cage(
    weights: dict[Cell, int],
    relation: Relation,
    constant: int,
    definitions: Definitions,
) -> bool:
    """Split the sum of different cells by the set of their values; return whether that was possible.

    One literal stands for each set with an allowed sum; a value is either in one of the cells or outside the set.
    """
    literals = definitions.literals
    if len(set(weights.values())) != 1 or literals.any_wide(*weights) or not definitions.all_differ(weights):
        return False
    values = sorted({value for cell in weights for value in literals.of(cell)})
    if comb(len(values), len(weights)) > 100 * MAX_DIGIT_SETS:
        return False
    weight = next(iter(weights.values()))
    sets = [
        frozenset(digits)
        for digits in combinations(values, len(weights))
        if _compare(weight * sum(digits), relation, constant)
    ]
    if len(sets) > MAX_DIGIT_SETS:
        return False
    chosen = {digits: literals.boolean() for digits in sets}
    literals.exactly_one(chosen.values())
    for value in values:
        inside = [literals.of(cell)[value] for cell in weights if value in literals.of(cell)]
        literals.exactly_one([*inside, *(literal for digits, literal in chosen.items() if value not in digits)])
    return True
