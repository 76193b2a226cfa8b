"""Numbers of different values in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: CountDistinct, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    relation, more = signed(constraint.relation, positive)
    terms = []
    for value in sorted({value for cell in constraint.cells for value in cell.domain}):
        places = [encoding.literals[cell.index][value] for cell in constraint.cells if value in cell.domain]
        occurs = encoding.formula.variable()
        encoding.formula.clause([occurs ^ 1, *places])
        for literal in dict.fromkeys(places):
            encoding.formula.clause([literal ^ 1, occurs])
        terms.append((1, occurs))
    encoding.compare(terms, relation, constraint.number, guard, more)
