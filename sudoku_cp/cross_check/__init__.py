"""Ask several solvers the same questions, and compare their answers."""

from sudoku_cp.cross_check.answers import Answers, Failure, Listing
from sudoku_cp.cross_check.checker import COUNT_LIMIT, SET_LIMIT, CrossChecker, cross_check
from sudoku_cp.cross_check.comparison import Comparison, Fault, FaultKind, Position, Question
from sudoku_cp.cross_check.report import Report, make_report
from sudoku_cp.cross_check.source_text import reproduction
from sudoku_cp.model.answers import Verdict

__all__ = [
    "COUNT_LIMIT",
    "SET_LIMIT",
    "Answers",
    "Comparison",
    "CrossChecker",
    "Failure",
    "Fault",
    "FaultKind",
    "Listing",
    "Position",
    "Question",
    "Report",
    "Verdict",
    "cross_check",
    "make_report",
    "reproduction",
]
