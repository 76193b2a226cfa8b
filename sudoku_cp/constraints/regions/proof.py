"""Regions to be found in a formula: each region, and a variable for each digit of a place in it."""

from __future__ import annotations

from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.regions import Regions
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Regions, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    formula, wrong = encoding.formula, []
    for area in constraint.areas():
        if positive:
            encoding.add(area, guard, True)
        else:
            wrong.append(encoding.held(area) ^ 1)
    pairs: dict[tuple[int, int], list[int]] = {}
    for cell, number in zip(constraint.cells, constraint.numbers, strict=False):
        for digit, has_digit in encoding.literals[cell.index].items():
            for region, is_there in encoding.literals[number.index].items():
                both = formula.variable()
                formula.clause([both ^ 1, has_digit])
                formula.clause([both ^ 1, is_there])
                formula.clause([both, has_digit ^ 1, is_there ^ 1])
                pairs.setdefault((region, digit), []).append(both)
    for literals in pairs.values():
        terms = [(1, literal) for literal in literals]
        if positive:
            encoding.relate(terms, Relation.AT_MOST, 1, guard)
        else:
            once = formula.variable()
            encoding.relate(terms, Relation.AT_MOST, 1, once)
            encoding.relate(terms, Relation.AT_LEAST, 2, once ^ 1)
            wrong.append(once ^ 1)
    if not positive:
        encoding.clause(wrong, guard)
