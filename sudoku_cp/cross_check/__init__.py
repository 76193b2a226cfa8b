"""Ask several solvers the same questions, and compare their answers."""

from sudoku_cp.cross_check.answers import Answers, Failure, Listing
from sudoku_cp.cross_check.checker import COUNT_LIMIT, SET_LIMIT, CrossChecker, cross_check
from sudoku_cp.cross_check.compare import Comparison, Position
from sudoku_cp.cross_check.fault import Fault, FaultKind, Question
from sudoku_cp.cross_check.report import Report, make_report
from sudoku_cp.cross_check.reproduce import reproduction
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
