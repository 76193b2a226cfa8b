"""Solvers by name, and the parts of a solver of your own.

Another package registers one as an entry point of the group ``sudoku_cp.solvers``.

``docs/guides/own-solvers.md`` has an example.
"""

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model.answers import Candidates, Ranking, Result, Statistics, Status
from sudoku_cp.model.givens import domains
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solving.compiling import Watch, in_time
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import LANGUAGES, OPTIONAL, SOLVERS, load_solver, written
from sudoku_cp.solving.solver import Setting, Solver, setting

__all__ = [
    "LANGUAGES",
    "NO_LIMITS",
    "OPTIONAL",
    "SOLVERS",
    "Candidates",
    "Enumerator",
    "Givens",
    "Limits",
    "LoweredModel",
    "Ranking",
    "Result",
    "Setting",
    "Solver",
    "Statistics",
    "Status",
    "Watch",
    "domains",
    "in_time",
    "load_solver",
    "setting",
    "written",
]
