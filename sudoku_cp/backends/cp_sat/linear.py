"""Lower Linear: unit clauses, support clauses, digit sets of a cage, or a sum of integer variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb

from sudoku_cp.backends.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.model import Cell, Linear, LoweringError, Relation

MAX_PAIRS = 4096
"""The most pairs of values for which a relation of two cells is written as clauses."""
MAX_DIGIT_SETS = 500
"""The most sets of values that a cage may be split into."""
MAX_SUM = 2**60
"""The largest absolute value of a sum; CP-SAT computes with 64 bits."""


def lower_linear(constraint: Linear, literals: ValueLiterals, houses: Sequence[frozenset[Cell]]) -> None:
    """Require the comparison; ``houses`` are sets of cells known to be different.

    Raises
    ------
    LoweringError
        If the sum may exceed `MAX_SUM`.
    """
    weights = collected(constraint.terms)
    cells = list(weights)
    relation, constant = constraint.relation, constraint.constant
    if not cells:
        if not _compare(0, relation, constant):
            literals.contradiction()
    elif len(cells) == 1:
        (cell,) = cells
        for value, literal in literals.of(cell).items():
            if not _compare(weights[cell] * value, relation, constant):
                literals.clause((negated(literal),))
    elif len(cells) == 2 and len(literals.of(cells[0])) * len(literals.of(cells[1])) <= MAX_PAIRS:
        first, second = cells
        allow_pairs(
            first,
            second,
            lambda a, b: _compare(weights[first] * a + weights[second] * b, relation, constant),
            literals,
        )
    elif not _lower_cage(constraint, weights, literals, houses):
        _lower_sum(constraint, weights, literals)


def collected(terms: Iterable[tuple[int, Cell]]) -> dict[Cell, int]:
    """The weight of each cell, repeated cells added up, without those of weight zero."""
    weights: dict[Cell, int] = {}
    for weight, cell in terms:
        weights[cell] = weights.get(cell, 0) + weight
    return {cell: weight for cell, weight in weights.items() if weight}


def allow_pairs(first: Cell, second: Cell, allowed: Callable[[int, int], bool], literals: ValueLiterals) -> None:
    """Allow two different cells only the pairs of values for which ``allowed`` is true."""
    for value, literal in literals.of(first).items():
        supports: list[int] = []
        conflicts: list[int] = []
        for other, other_literal in literals.of(second).items():
            (supports if allowed(value, other) else conflicts).append(other_literal)
        if len(conflicts) < len(supports):
            for conflict in conflicts:
                literals.clause((negated(literal), negated(conflict)))
        else:
            literals.implies_some(literal, supports)


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
    constraint: Linear, weights: dict[Cell, int], literals: ValueLiterals, houses: Sequence[frozenset[Cell]]
) -> bool:
    """Split the sum of different cells by the set of their values; say whether that was possible.

    One literal stands for each set with an allowed sum; a value lies either in one of the cells or outside of the set.
    """
    if len(set(weights.values())) != 1 or not any(weights.keys() <= house for house in houses):
        return False
    values = sorted({value for cell in weights for value in literals.of(cell)})
    if comb(len(values), len(weights)) > 100 * MAX_DIGIT_SETS:
        return False
    weight = next(iter(weights.values()))
    sets = [
        frozenset(digits)
        for digits in combinations(values, len(weights))
        if _compare(weight * sum(digits), constraint.relation, constraint.constant)
    ]
    if len(sets) > MAX_DIGIT_SETS:
        return False
    chosen = {digits: literals.boolean() for digits in sets}
    literals.exactly_one(chosen.values())
    for value in values:
        inside = [literals.of(cell)[value] for cell in weights if value in literals.of(cell)]
        literals.exactly_one([*inside, *(literal for digits, literal in chosen.items() if value not in digits)])
    return True


def _lower_sum(constraint: Linear, weights: dict[Cell, int], literals: ValueLiterals) -> None:
    """Compare a sum of integer variables."""
    bound = sum(abs(weight) * max(map(abs, cell.domain)) for cell, weight in weights.items()) + 1
    if max(bound, abs(constraint.constant)) > MAX_SUM:
        raise LoweringError(f"{constraint}: the sum may exceed 2⁶⁰, more than cp-sat computes with")
    constant = constraint.constant
    terms = [(weight, literals.integer(cell)) for cell, weight in weights.items()]
    match constraint.relation:
        case Relation.EQUAL:
            domain = [constant, constant]
        case Relation.AT_MOST:
            domain = [min(-bound, constant), constant]
        case Relation.AT_LEAST:
            domain = [constant, max(bound, constant)]
        case Relation.UNEQUAL:
            domain = [min(-bound, constant - 1), constant - 1, constant + 1, max(bound, constant + 1)]
    literals.sum_in(terms, domain)
