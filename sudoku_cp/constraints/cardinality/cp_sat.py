"""Cardinalities in CP-SAT."""

from __future__ import annotations

from sudoku_cp.backends.cp_sat.definitions import Definitions
from sudoku_cp.constraints.cardinality.meaning import Cardinality
from sudoku_cp.constraints.combination.meaning import AllOf


def define(constraint: Cardinality, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true just where each number is allowed."""
    definitions.define(AllOf(*constraint.parts), holds)
