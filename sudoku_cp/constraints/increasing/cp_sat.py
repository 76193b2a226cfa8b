"""Increasing cells in CP-SAT."""

from __future__ import annotations

from sudoku_cp.backends.cp_sat.definitions import Definitions
from sudoku_cp.constraints.combination.meaning import AllOf
from sudoku_cp.constraints.increasing.meaning import Increasing


def define(constraint: Increasing, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if each cell exceeds the one before it by at least the step.

    Raises
    ------
    LoweringError
        If a difference is too large.
    """
    definitions.define(AllOf(*constraint.parts), holds)
