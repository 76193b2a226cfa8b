"""Regions to be found in CP-SAT: each region, and a literal for each digit in it."""

from __future__ import annotations

from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.regions import Regions
from sudoku_cp.solvers.cp_sat.literals import negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum


def define(constraint: Regions, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if each number has a region, in which no digit stands twice."""
    literals = definitions.literals
    wrong = [negated(definitions.literal(area)) for area in constraint.areas()]
    pairs: dict[tuple[int, int], list[int]] = {}
    for cell, number in zip(constraint.cells, constraint.numbers, strict=False):
        for digit, has_digit in literals.of(cell).items():
            for region, is_there in literals.of(number).items():
                both = negated(literals.some((negated(has_digit), negated(is_there))))
                pairs.setdefault((region, digit), []).append(both)
    for together in pairs.values():
        if literals.is_true(holds):
            literals.at_most_one(together)
            continue
        once = literals.boolean()
        define_sum([(1, literal) for literal in together], Relation.AT_MOST, 1, once, literals)
        wrong.append(negated(once))
    literals.equate(negated(holds), literals.some(wrong))
