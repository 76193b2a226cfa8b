"""The model: cells, constraints and an objective, in pure Python without a solver."""

from sudoku_cp._base.lazy import LazyNames

with LazyNames(globals()):
    from sudoku_cp._base.errors import (
        InputError as InputError,
        LoweringError as LoweringError,
        ModelError as ModelError,
        SudokuError as SudokuError,
        UnsoundAnswerError as UnsoundAnswerError,
    )
    from sudoku_cp.kernel.cell import Cell as Cell, LinearExpression as LinearExpression
    from sudoku_cp.kernel.constraint import Constraint as Constraint
    from sudoku_cp.kernel.expression import Expression as Expression, Relation as Relation
    from sudoku_cp.kernel.functions import (
        Array as Array,
        count_of as count_of,
        distinct_of as distinct_of,
        max_of as max_of,
        min_of as min_of,
        sum_of as sum_of,
    )
    from sudoku_cp.model.answers import (
        Candidates as Candidates,
        Front as Front,
        Point as Point,
        Ranking as Ranking,
        Result as Result,
        Solution as Solution,
        Status as Status,
        Violation as Violation,
    )
    from sudoku_cp.model.board import Board as Board, OpenGrid as OpenGrid
    from sudoku_cp.model.compiled import CompiledModel as CompiledModel
    from sudoku_cp.model.goals import Goal as Goal, Maximize as Maximize, Minimize as Minimize
    from sudoku_cp.model.kakuro import Block as Block, Kakuro as Kakuro, Run as Run
    from sudoku_cp.model.limits import Limits as Limits
    from sudoku_cp.model.model import Clue as Clue, Model as Model
    from sudoku_cp.model.multi_grid import MultiGrid as MultiGrid, SubGrid as SubGrid
    from sudoku_cp.model.objective import Objective as Objective, Sense as Sense
    from sudoku_cp.model.sudoku import Sudoku as Sudoku
