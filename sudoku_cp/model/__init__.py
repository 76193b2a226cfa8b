"""The model: cells, constraints and an objective. Pure Python; knows no solver."""

from sudoku_cp.model.all_different import AllDifferent
from sudoku_cp.model.constraint import Constraint
from sudoku_cp.model.errors import InputError, LoweringError, ModelError, SudokuError, UnsoundAnswerError
from sudoku_cp.model.linear import Cell, Linear, LinearExpression, Relation
from sudoku_cp.model.model import Clue, Model
from sudoku_cp.model.objective import Objective, Sense
from sudoku_cp.model.solution import Solution, Violation
from sudoku_cp.model.sudoku import Sudoku
from sudoku_cp.model.table import Table

__all__ = [
    "AllDifferent",
    "Cell",
    "Clue",
    "Constraint",
    "InputError",
    "Linear",
    "LinearExpression",
    "LoweringError",
    "Model",
    "ModelError",
    "Objective",
    "Relation",
    "Sense",
    "Solution",
    "Sudoku",
    "SudokuError",
    "Table",
    "UnsoundAnswerError",
    "Violation",
]
