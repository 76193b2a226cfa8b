"""Counts in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.count import Count
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: Count, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    relation, more = signed(constraint.relation, positive)
    terms = [
        (1, literal)
        for cell in constraint.cells
        for value, literal in encoding.literals[cell.index].items()
        if value in constraint.values
    ]
    encoding.compare(terms, relation, constraint.number, guard, more)
