"""The model: cells, constraints and an objective. Pure Python; knows no solver."""

from sudoku_cp.model.all_different import AllDifferent
from sudoku_cp.model.automaton import DFA, Automaton
from sudoku_cp.model.board import Board
from sudoku_cp.model.compound import AllOf, AnyOf, Exactly, Holding, Not
from sudoku_cp.model.connected import Connected
from sudoku_cp.model.constraint import Constraint
from sudoku_cp.model.errors import InputError, LoweringError, ModelError, SudokuError, UnsoundAnswerError
from sudoku_cp.model.expressions import Cell, Expression, LinearExpression
from sudoku_cp.model.functions import Count, CountDistinct, Element, Maximum, Minimum, Product
from sudoku_cp.model.kakuro import Block, Kakuro, Run
from sudoku_cp.model.linear import Linear, Relation
from sudoku_cp.model.model import Clue, Model
from sudoku_cp.model.multi_grid import MultiGrid, SubGrid
from sudoku_cp.model.objective import Objective, Sense
from sudoku_cp.model.solution import Solution, Violation
from sudoku_cp.model.sudoku import Sudoku
from sudoku_cp.model.table import Table, Tables
from sudoku_cp.model.terms import Array, count_of, distinct_of, max_of, min_of

__all__ = [
    "DFA",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Array",
    "Automaton",
    "Block",
    "Board",
    "Cell",
    "Clue",
    "Connected",
    "Constraint",
    "Count",
    "CountDistinct",
    "Element",
    "Exactly",
    "Expression",
    "Holding",
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
    "Product",
    "Relation",
    "Run",
    "Sense",
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
