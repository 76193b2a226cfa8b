"""Declare Sudoku variants as constraint models; solve them by exact cover and by CP-SAT; cross-check the answers."""

from __future__ import annotations

from sudoku_cp._base.lazy import LazyNames
from sudoku_cp._base.version import __version__ as __version__
from sudoku_cp.model.providers import answer_with, check_with, draw_with, explain_with
from sudoku_cp.solving.dividing import divide_with

TYPE_CHECKING = False


def _renderer() -> Renderer:
    from sudoku_cp.render import notebook

    return notebook


def _answerer() -> Answerer:
    from sudoku_cp.solving import answering

    return answering


def _checker() -> Checker:
    from sudoku_cp.cross_check import cross_check

    return cross_check


def _explainer() -> Explainer:
    from sudoku_cp import api

    return api


def _divider() -> Divider:
    from sudoku_cp.cubes import answering

    return answering


# Models import no renderer and no solver, and compiled models no cubes, but this package knows all.
draw_with(_renderer)
answer_with(_answerer)
check_with(_checker)
explain_with(_explainer)
divide_with(_divider)

if TYPE_CHECKING:
    from sudoku_cp.model.providers import Answerer, Checker, Explainer, Renderer
    from sudoku_cp.solving.dividing import Divider

with LazyNames(globals()):
    from sudoku_cp.api import solve as solve
    from sudoku_cp.kernel import (
        DFA as DFA,
        NFA as NFA,
        AllDifferent as AllDifferent,
        AllOf as AllOf,
        AnyOf as AnyOf,
        Automaton as Automaton,
        Cardinality as Cardinality,
        Connected as Connected,
        Exactly as Exactly,
        Increasing as Increasing,
        Not as Not,
        Table as Table,
    )
    from sudoku_cp.model import (
        Array as Array,
        Cell as Cell,
        Constraint as Constraint,
        InputError as InputError,
        Kakuro as Kakuro,
        Limits as Limits,
        Model as Model,
        ModelError as ModelError,
        MultiGrid as MultiGrid,
        Solution as Solution,
        Sudoku as Sudoku,
        SudokuError as SudokuError,
        count_of as count_of,
        distinct_of as distinct_of,
        max_of as max_of,
        min_of as min_of,
        sum_of as sum_of,
    )
