"""Cardinalities in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.cardinality import Cardinality
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.solvers.cp_sat.lowering import Definitions


def define(constraint: Cardinality, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true just where each number is allowed."""
    definitions.define(AllOf(*constraint.parts), holds)
