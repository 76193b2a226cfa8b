"""Counts in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.count import Count
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_number


def define(constraint: Count, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the number of cells with one of the values is in the relation."""
    literals = definitions.literals
    members = (literals.among(cell, constraint.values) for cell in constraint.cells)
    define_number(str(constraint), members, constraint.relation, constraint.number, holds, literals)
