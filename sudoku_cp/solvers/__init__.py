"""The parts of a solver; another package registers one as an entry point of the group ``sudoku_cp.solvers``.

``docs/guides/own-solvers.md`` has an example.
"""

from sudoku_cp.solving.compiling import in_time
from sudoku_cp.solving.contract import (
    NO_LIMITS,
    Candidates,
    CompiledModel,
    Enumerator,
    Givens,
    Limits,
    Ranking,
    Result,
    Statistics,
    Status,
    domains,
)
from sudoku_cp.solving.solver import Setting, Solver, setting
from sudoku_cp.solving.watch import Watch

__all__ = [
    "NO_LIMITS",
    "Candidates",
    "CompiledModel",
    "Enumerator",
    "Givens",
    "Limits",
    "Ranking",
    "Result",
    "Setting",
    "Solver",
    "Statistics",
    "Status",
    "Watch",
    "domains",
    "in_time",
    "setting",
]
