"""Sums of products in CP-SAT: an integer variable for each product."""

from __future__ import annotations

from sudoku_cp.kernel.polynomial import Polynomial
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum, product_terms


def define(constraint: Polynomial, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the comparison is.

    Raises
    ------
    LoweringError
        If the sum may exceed `lowering.MAX_SUM`.
    """
    literals = definitions.literals
    terms, constant = product_terms(str(constraint), constraint.terms, literals)
    define_sum(terms, constraint.relation, constraint.constant - constant, holds, literals)
