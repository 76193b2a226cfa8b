"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from __future__ import annotations

from sudoku_cp._base.lazy import lazy_names
from sudoku_cp._base.version import __version__ as __version__
from sudoku_cp.model.providers import answer_with, draw_with
from sudoku_cp.solving.dividing import divide_with

TYPE_CHECKING = False


def _renderer() -> Renderer:
    from sudoku_cp.render.notebook import NotebookRenderer

    return NotebookRenderer()


def _answerer() -> Answerer:
    from sudoku_cp.api import ModelAnswerer

    return ModelAnswerer()


def _divider() -> Divider:
    from sudoku_cp.cubes import answering

    return answering


# Models import no renderer and no solver, and compiled models no cubes, but this package knows all.
draw_with(_renderer)
answer_with(_answerer)
divide_with(_divider)

if TYPE_CHECKING:
    from sudoku_cp.api import solve
    from sudoku_cp.authoring.equal import equal
    from sudoku_cp.authoring.generate import generate
    from sudoku_cp.authoring.reduce import reduce
    from sudoku_cp.authoring.why import why
    from sudoku_cp.canonical_forms.forms import canonical_form, distinct
    from sudoku_cp.human.path import explain, path
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
    from sudoku_cp.model.answers import Candidates, Ranking, Result, Status
    from sudoku_cp.model.limits import Limits
    from sudoku_cp.model.providers import Answerer, Renderer
    from sudoku_cp.solving.dividing import Divider
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.model.answers": "Candidates Ranking Result Status",
            "sudoku_cp.model.limits": "Limits",
            "sudoku_cp.canonical_forms.forms": "canonical_form distinct",
            "sudoku_cp.model": (
                "DFA NFA AllDifferent AllOf AnyOf Array Automaton Cardinality Cell Combination Connected Constraint "
                "Count CountDistinct Element Exactly Expression Increasing InputError Kakuro Linear LinearExpression "
                "LoweringError Maximum Minimum Model ModelError MultiGrid Not Objective Precedence Product Rank "
                "Regions Relation Sense Sightlines Solution Sudoku SudokuError Table Tables UnsoundAnswerError "
                "Violation count_of distinct_of max_of min_of"
            ),
            "sudoku_cp.authoring.equal": "equal",
            "sudoku_cp.authoring.generate": "generate",
            "sudoku_cp.authoring.reduce": "reduce",
            "sudoku_cp.authoring.why": "why",
            "sudoku_cp.api": "solve",
            "sudoku_cp.human.path": "explain path",
        },
        compiled=("_native", "_verifier"),
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
