"""Numbers of different values in CP-SAT."""

from __future__ import annotations

from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_number, presence


def define(constraint: CountDistinct, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the number of different values is in the relation."""
    literals = definitions.literals
    present = presence(constraint.cells, literals).values()
    define_number(str(constraint), present, constraint.relation, constraint.number, holds, literals)
