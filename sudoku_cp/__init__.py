"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from __future__ import annotations

from sudoku_cp._base.lazy import LazyNames
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
    from sudoku_cp.model.providers import Answerer, Renderer
    from sudoku_cp.solving.dividing import Divider

with LazyNames(globals()):
    from sudoku_cp.api import solve as solve
    from sudoku_cp.authoring.equalities import equal as equal
    from sudoku_cp.authoring.generation import generate as generate
    from sudoku_cp.authoring.reduction import reduce as reduce
    from sudoku_cp.authoring.reasons import why as why
    from sudoku_cp.canonical_forms.forms import canonical_form as canonical_form, distinct as distinct
    from sudoku_cp.human.paths import explain as explain, path as path
    from sudoku_cp.kernel import (
        DFA as DFA,
        NFA as NFA,
        AllDifferent as AllDifferent,
        AllOf as AllOf,
        AnyOf as AnyOf,
        Automaton as Automaton,
        Cardinality as Cardinality,
        Combination as Combination,
        Connected as Connected,
        Count as Count,
        CountDistinct as CountDistinct,
        Element as Element,
        Exactly as Exactly,
        Increasing as Increasing,
        Linear as Linear,
        Maximum as Maximum,
        Minimum as Minimum,
        Not as Not,
        Precedence as Precedence,
        Product as Product,
        Rank as Rank,
        Regions as Regions,
        Sightlines as Sightlines,
        Table as Table,
        Tables as Tables,
    )
    from sudoku_cp.model import (
        Array as Array,
        Cell as Cell,
        Constraint as Constraint,
        Expression as Expression,
        InputError as InputError,
        Kakuro as Kakuro,
        LinearExpression as LinearExpression,
        LoweringError as LoweringError,
        Model as Model,
        ModelError as ModelError,
        MultiGrid as MultiGrid,
        Objective as Objective,
        Relation as Relation,
        Sense as Sense,
        Solution as Solution,
        Sudoku as Sudoku,
        SudokuError as SudokuError,
        UnsoundAnswerError as UnsoundAnswerError,
        Violation as Violation,
        count_of as count_of,
        distinct_of as distinct_of,
        max_of as max_of,
        min_of as min_of,
        sum_of as sum_of,
    )
    from sudoku_cp.model.answers import Candidates as Candidates, Ranking as Ranking, Result as Result, Status as Status
    from sudoku_cp.model.limits import Limits as Limits
