"""The contract of every backend: the same questions, the same answers, every answer verified."""

from typing import TYPE_CHECKING

from sudoku_cp._base.lazy import lazy_names

if TYPE_CHECKING:
    from sudoku_cp.model.answers import NO_LIMITS, Candidates, Limits, Progress, Ranking, Result, Statistics, Status
    from sudoku_cp.model.givens import Givens, check_givens, domains
    from sudoku_cp.solving.compiled_model import CompiledModel
    from sudoku_cp.solving.protocol import Backend
    from sudoku_cp.solving.streams import Enumeration, Enumerator, Improvements, Improver
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.model.answers": "NO_LIMITS Candidates Limits Progress Ranking Result Statistics Status",
            "sudoku_cp.solving.compiled_model": "CompiledModel",
            "sudoku_cp.model.givens": "Givens check_givens domains",
            "sudoku_cp.solving.protocol": "Backend",
            "sudoku_cp.solving.streams": "Enumeration Enumerator Improvements Improver",
        },
    )

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
