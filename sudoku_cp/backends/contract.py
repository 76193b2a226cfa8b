"""The contract of every backend: the same questions, the same answers, every answer verified."""

from sudoku_cp.backends.answers import (
    NO_LIMITS,
    Candidates,
    Limits,
    Progress,
    Ranking,
    Result,
    Statistics,
    Status,
)
from sudoku_cp.backends.compiled_model import CompiledModel
from sudoku_cp.backends.givens import Givens, check_givens, domains
from sudoku_cp.backends.protocol import Backend
from sudoku_cp.backends.streams import Enumeration, Enumerator, Improvements, Improver

__all__ = [
    "NO_LIMITS",
    "Backend",
    "Candidates",
    "CompiledModel",
    "Enumeration",
    "Enumerator",
    "Givens",
    "Improvements",
    "Improver",
    "Limits",
    "Progress",
    "Ranking",
    "Result",
    "Statistics",
    "Status",
    "check_givens",
    "domains",
]
