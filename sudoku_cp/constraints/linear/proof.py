"""Comparisons of sums in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.linear import Linear
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, signed


def encode(constraint: Linear, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    relation, more = signed(constraint.relation, positive)
    encoding.relate(encoding.weighed(constraint.terms), relation, constraint.constant + more, guard)
