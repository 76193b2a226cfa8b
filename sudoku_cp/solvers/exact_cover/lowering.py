"""Lowering of constraint models to the engine.

The engine receives the cells with their values, and each constraint through the ``exact_cover.py`` in its folder. The
engine itself finds better forms: all-differents become houses, in which each digit has a place; short equations and
tables become one table; sums of pairwise different cells, and automata that ignore the order of digits, become lists
of digit sets. All others are propagators.
"""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.model import Constraint, LoweringError, Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.adding import MAX_SUM, add, check_size
from sudoku_cp.solving.compiling import Pace

MAX_VALUES = 64
"""The largest domain: one machine word."""


def lower(model: Model, limits: Limits = NO_LIMITS, *, clausal: bool = False) -> _native.Problem:
    """Build the engine's problem for a model without its givens.

    Parameters
    ----------
    clausal
        Whether automata stay automata: clauses say all that these remove.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, a value, sum or product can exceed ±2^40, another number has more than 64
        bits, a negation would list too many tuples, a constraint is of an unknown kind, or a limit is reached.
    """
    pace = Pace("exact-cover", model, limits)
    native = declared(model)
    cells = model.cells
    for constraint in pace.constraints():
        add_constraint(native, constraint)
    if model.objective is not None:
        sign = -model.objective.gain(1)
        points = model.objective.points()
        if sum(max(map(abs, of_cell.values())) for of_cell in points.values()) > MAX_SUM:
            raise LoweringError(f"exact-cover: the objective can reach more than ±{MAX_SUM}")
        for cell in points or cells[:1]:  # an objective always has costs, even if they are 0
            for value, score in points.get(cell, {cell.domain[0]: 0}).items():
                native.add_cost(cell.index, value, sign * score)
    try:
        problem = native.build(clausal, pace.seconds_left(), pace.poll())
    except ValueError as error:
        raise LoweringError(f"exact-cover: {error}") from error
    if problem is None:
        raise pace.stopped()
    return problem


def declared(model: Model) -> _native.CellModel:
    """The variables of a model in the engine's terms, with their pencil marks and without constraints.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, or a value exceeds ±2^40.
    """
    native = _native.CellModel()
    cells = model.cells
    checked = None
    for cell in cells:
        if cell.domain is checked:
            continue
        if len(cell.domain) > MAX_VALUES:
            raise LoweringError(f"exact-cover: {cell.name} has {len(cell.domain)} values, more than {MAX_VALUES}")
        check_size(((1, cell),), 0, cell.name)
        checked = cell.domain
    native.add_variables([cell.domain for cell in cells])
    for cell, candidates in model.pencilmarks.items():
        native.restrict(cell.index, candidates)
    return native


def add_constraint(native: _native.CellModel, constraint: Constraint) -> None:
    """Add a constraint that must hold.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    try:
        add(native, constraint)
    except TypeError as error:
        raise LoweringError(f"exact-cover: {constraint} has a number of more than 64 bits") from error
