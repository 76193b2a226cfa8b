"""Solvers from outside: commands and Python functions that are asked about puzzles, judged, and shown a smaller one."""

from sudoku_cp.cross_check.outside.judging import Judgement, Mistake, judge
from sudoku_cp.cross_check.outside.said import Said, read_answers
from sudoku_cp.cross_check.outside.solvers import FORMS, Asked, OutsideSolver, command, function

__all__ = [
    "FORMS",
    "Asked",
    "Judgement",
    "Mistake",
    "OutsideSolver",
    "Said",
    "command",
    "function",
    "judge",
    "read_answers",
]
