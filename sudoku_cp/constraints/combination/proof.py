"""Combinations in a formula: their parts, or a sum of literals that are equivalent to these."""

from __future__ import annotations

from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: Combination, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true; both refer to the same parts."""
    relation, more = signed(constraint.relation, positive)
    parts, bound = constraint.constraints, constraint.constant + more
    if guard is None and relation is Relation.AT_LEAST and bound == len(parts):  # all of them: no need to count
        for part in parts:
            encoding.add(part, None, True)
    elif guard is None and relation in (Relation.AT_MOST, Relation.EQUAL) and bound == 0:
        for part in parts:
            encoding.add(part, None, False)
    else:
        encoding.compare([(1, encoding.held(part)) for part in parts], relation, bound, guard, 0)
