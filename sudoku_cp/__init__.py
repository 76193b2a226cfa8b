"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from sudoku_cp.backends.answers import Candidates, Limits, Ranking, Result, Status
from sudoku_cp.model import (
    DFA,
    AllDifferent,
    AllOf,
    AnyOf,
    Array,
    Automaton,
    Cell,
    Combination,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Exactly,
    Expression,
    InputError,
    Kakuro,
    Linear,
    LinearExpression,
    LoweringError,
    Maximum,
    Minimum,
    Model,
    ModelError,
    MultiGrid,
    Not,
    Objective,
    Product,
    Relation,
    Sense,
    Solution,
    Sudoku,
    SudokuError,
    Table,
    Tables,
    UnsoundAnswerError,
    Violation,
    count_of,
    distinct_of,
    max_of,
    min_of,
)
from sudoku_cp.model.display import Renderer, draw_with
from sudoku_cp.solving import solve

__version__ = "0.1.0"


def _renderer() -> Renderer:
    from sudoku_cp.render.notebook import NotebookRenderer

    return NotebookRenderer()


draw_with(_renderer)  # the model imports no renderer; what knows both is their package

__all__ = [
    "DFA",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Array",
    "Automaton",
    "Candidates",
    "Cell",
    "Combination",
    "Connected",
    "Constraint",
    "Count",
    "CountDistinct",
    "Element",
    "Exactly",
    "Expression",
    "InputError",
    "Kakuro",
    "Limits",
    "Linear",
    "LinearExpression",
    "LoweringError",
    "Maximum",
    "Minimum",
    "Model",
    "ModelError",
    "MultiGrid",
    "Not",
    "Objective",
    "Product",
    "Ranking",
    "Relation",
    "Result",
    "Sense",
    "Solution",
    "Status",
    "Sudoku",
    "SudokuError",
    "Table",
    "Tables",
    "UnsoundAnswerError",
    "Violation",
    "count_of",
    "distinct_of",
    "max_of",
    "min_of",
    "solve",
]
