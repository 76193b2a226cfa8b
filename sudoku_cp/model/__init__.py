"""The model: cells, constraints and an objective, in pure Python without a solver."""

from sudoku_cp._base.lazy import lazy_names

TYPE_CHECKING = False

if TYPE_CHECKING:
    from sudoku_cp._base.errors import InputError, LoweringError, ModelError, SudokuError, UnsoundAnswerError
    from sudoku_cp.kernel import (
        DFA,
        NFA,
        AllDifferent,
        AllOf,
        AnyOf,
        Automaton,
        Cardinality,
        Combination,
        Connected,
        Count,
        CountDistinct,
        Element,
        Exactly,
        Increasing,
        Linear,
        Maximum,
        Minimum,
        Not,
        Precedence,
        Product,
        Rank,
        Regions,
        Sightlines,
        Table,
        Tables,
    )
    from sudoku_cp.kernel.cell import Cell, LinearExpression
    from sudoku_cp.kernel.constraint import Constraint
    from sudoku_cp.kernel.expression import Expression
    from sudoku_cp.kernel.relation import Relation
    from sudoku_cp.kernel.terms import Array, count_of, distinct_of, max_of, min_of
    from sudoku_cp.model.board import Board
    from sudoku_cp.model.clue import Clue
    from sudoku_cp.model.kakuro import Block, Kakuro, Run
    from sudoku_cp.model.model import Model
    from sudoku_cp.model.multi_grid import MultiGrid, SubGrid
    from sudoku_cp.model.objective import Objective, Sense
    from sudoku_cp.model.open_grid import OpenGrid
    from sudoku_cp.model.solution import Solution
    from sudoku_cp.model.sudoku import Sudoku
    from sudoku_cp.model.violations import Violation
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.kernel": (
                "DFA NFA AllDifferent AllOf AnyOf Automaton Cardinality Combination Connected Count CountDistinct "
                "Element Exactly Increasing Linear Maximum Minimum Not Precedence Product Rank Regions Sightlines "
                "Table Tables"
            ),
            "sudoku_cp._base.errors": "InputError LoweringError ModelError SudokuError UnsoundAnswerError",
            "sudoku_cp.kernel.cell": "Cell LinearExpression",
            "sudoku_cp.kernel.constraint": "Constraint",
            "sudoku_cp.kernel.expression": "Expression",
            "sudoku_cp.kernel.relation": "Relation",
            "sudoku_cp.kernel.terms": "Array count_of distinct_of max_of min_of",
            "sudoku_cp.model.board": "Board",
            "sudoku_cp.model.clue": "Clue",
            "sudoku_cp.model.kakuro": "Block Kakuro Run",
            "sudoku_cp.model.model": "Model",
            "sudoku_cp.model.multi_grid": "MultiGrid SubGrid",
            "sudoku_cp.model.objective": "Objective Sense",
            "sudoku_cp.model.open_grid": "OpenGrid",
            "sudoku_cp.model.solution": "Solution",
            "sudoku_cp.model.sudoku": "Sudoku",
            "sudoku_cp.model.violations": "Violation",
        },
    )

__all__ = [
    "DFA",
    "NFA",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Array",
    "Automaton",
    "Block",
    "Board",
    "Cardinality",
    "Cell",
    "Clue",
    "Combination",
    "Connected",
    "Constraint",
    "Count",
    "CountDistinct",
    "Element",
    "Exactly",
    "Expression",
    "Increasing",
    "InputError",
    "Kakuro",
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
    "OpenGrid",
    "Precedence",
    "Product",
    "Rank",
    "Regions",
    "Relation",
    "Run",
    "Sense",
    "Sightlines",
    "Solution",
    "SubGrid",
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
]
