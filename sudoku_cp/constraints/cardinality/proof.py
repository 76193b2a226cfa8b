"""Cardinalities in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.cardinality import Cardinality
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Cardinality, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require it, or its negation, where the guard is true: the count of each value."""
    encoding.add(AllOf(*constraint.parts), guard, positive)
