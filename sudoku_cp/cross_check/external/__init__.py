"""External solvers: commands and Python functions that are asked about puzzles, with their mistakes shrunk."""

from sudoku_cp.cross_check.external.answers import ParsedAnswer
from sudoku_cp.cross_check.external.judging import Judgement, Mistake, judge
from sudoku_cp.cross_check.external.query import FORMS, Query
from sudoku_cp.cross_check.external.reading import read_answers
from sudoku_cp.cross_check.external.run import Cancelled
from sudoku_cp.cross_check.external.solvers import ExternalSolver, command, function
from sudoku_cp.cross_check.external.trial import Trial, TrialResult

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
