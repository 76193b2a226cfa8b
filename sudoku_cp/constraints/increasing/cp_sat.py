"""Increasing cells in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.increasing import Increasing
from sudoku_cp.solvers.cp_sat.lowering import Definitions


def define(constraint: Increasing, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if each cell exceeds the one before it by at least the step.

    Raises
    ------
    LoweringError
        If a difference is too large.
    """
    definitions.define(AllOf(*constraint.parts), holds)
