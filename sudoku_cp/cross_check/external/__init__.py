"""External solvers: commands and Python functions that are asked about puzzles, with their mistakes shrunk."""

from sudoku_cp.cross_check.external.answers import ParsedAnswer, read_answers
from sudoku_cp.cross_check.external.queries import FORMS, Query
from sudoku_cp.cross_check.external.run import Cancelled
from sudoku_cp.cross_check.external.solvers import ExternalSolver, command, function
from sudoku_cp.cross_check.external.trial import Judgement, Mistake, Trial, TrialResult, judge

__all__ = [
    "FORMS",
    "Cancelled",
    "ExternalSolver",
    "Judgement",
    "Mistake",
    "ParsedAnswer",
    "Query",
    "Trial",
    "TrialResult",
    "command",
    "function",
    "judge",
    "read_answers",
]
