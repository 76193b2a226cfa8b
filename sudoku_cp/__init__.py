"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from __future__ import annotations

from sudoku_cp.backends.dividing import divide_with
from sudoku_cp.lazy import lazy_names
from sudoku_cp.model.display import draw_with

TYPE_CHECKING = False

__version__ = "0.1.0"


def _renderer() -> Renderer:
    from sudoku_cp.render.notebook import NotebookRenderer

    return NotebookRenderer()


def _divider() -> Divider:
    from sudoku_cp.cubes import answering

    return answering


# Models import no renderer and compiled models no cubes, but this package knows all.
draw_with(_renderer)
divide_with(_divider)

if TYPE_CHECKING:
    from sudoku_cp.backends.answers import Candidates, Limits, Ranking, Result, Status
    from sudoku_cp.backends.dividing import Divider
    from sudoku_cp.canonical_forms.forms import canonical_form, distinct
    from sudoku_cp.model import (
        DFA,
        NFA,
        AllDifferent,
        AllOf,
        AnyOf,
        Array,
        Automaton,
        Cardinality,
        Cell,
        Combination,
        Connected,
        Constraint,
        Count,
        CountDistinct,
        Element,
        Exactly,
        Expression,
        Increasing,
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
        Precedence,
        Product,
        Rank,
        Regions,
        Relation,
        Sense,
        Sightlines,
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
    from sudoku_cp.model.display import Renderer
    from sudoku_cp.setting.equal import equal
    from sudoku_cp.setting.generate import generate
    from sudoku_cp.setting.reduce import reduce
    from sudoku_cp.setting.why import why
    from sudoku_cp.solving import solve
    from sudoku_cp.steps.path import explain, path
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.backends.answers": "Candidates Limits Ranking Result Status",
            "sudoku_cp.canonical_forms.forms": "canonical_form distinct",
            "sudoku_cp.model": (
                "DFA NFA AllDifferent AllOf AnyOf Array Automaton Cardinality Cell Combination Connected Constraint "
                "Count CountDistinct Element Exactly Expression Increasing InputError Kakuro Linear LinearExpression "
                "LoweringError Maximum Minimum Model ModelError MultiGrid Not Objective Precedence Product Rank "
                "Regions Relation Sense Sightlines Solution Sudoku SudokuError Table Tables UnsoundAnswerError "
                "Violation count_of distinct_of max_of min_of"
            ),
            "sudoku_cp.setting.equal": "equal",
            "sudoku_cp.setting.generate": "generate",
            "sudoku_cp.setting.reduce": "reduce",
            "sudoku_cp.setting.why": "why",
            "sudoku_cp.solving": "solve",
            "sudoku_cp.steps.path": "explain path",
        },
        compiled=("_canonical", "_cells", "_native", "_rating", "_setting", "_verifier"),
    )

__all__ = [
    "DFA",
    "NFA",
    "AllDifferent",
    "AllOf",
    "AnyOf",
    "Array",
    "Automaton",
    "Candidates",
    "Cardinality",
    "Cell",
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
    "Precedence",
    "Product",
    "Rank",
    "Ranking",
    "Regions",
    "Relation",
    "Result",
    "Sense",
    "Sightlines",
    "Solution",
    "Status",
    "Sudoku",
    "SudokuError",
    "Table",
    "Tables",
    "UnsoundAnswerError",
    "Violation",
    "canonical_form",
    "count_of",
    "distinct",
    "distinct_of",
    "equal",
    "explain",
    "generate",
    "max_of",
    "min_of",
    "path",
    "reduce",
    "solve",
    "why",
]
