"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from sudoku_cp.model import (
    AllDifferent,
    Cell,
    Constraint,
    InputError,
    Linear,
    LinearExpression,
    LoweringError,
    Model,
    ModelError,
    Objective,
    Relation,
    Sense,
    Solution,
    Sudoku,
    SudokuError,
    Table,
    UnsoundAnswerError,
    Violation,
)

__version__ = "0.1.0"

__all__ = [
    "AllDifferent",
    "Cell",
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
