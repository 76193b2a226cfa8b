"""Increasing cells in a formula."""

from __future__ import annotations

from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.increasing import Increasing
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Increasing, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true, as comparisons of neighbours."""
    encoding.add(AllOf(*constraint.parts), guard, positive)
