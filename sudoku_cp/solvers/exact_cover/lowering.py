"""Lowering of constraint models to the engine.

The engine receives the cells with their values, and each constraint through the ``exact_cover.py`` in its folder. The
engine itself finds better forms: all-differents become houses, in which each digit has a place; short equations and
tables become one table; sums of pairwise different cells, and automata that ignore the order of digits, become lists
of digit sets. All others are propagators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Protocol

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Cell, Value
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.compiling import Pace

MAX_VALUES = 64
"""The largest domain of a variable: one machine word. Cells with more values become digits (`narrow`)."""


def lower(
    model: Model,
    limits: Limits = NO_LIMITS,
    *,
    clausal: bool = False,
    add: Callable[[_native.ModelBuilder, Constraint], None] | None = None,
) -> _native.Problem:
    """Build the engine's problem for a model without its givens.

    Parameters
    ----------
    clausal
        Whether automata stay automata: clauses say all that these remove.
    add
        How constraints are added, `add_constraint` by default.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, a value, sum or product can exceed ±2^40, another number has more than 64
        bits, a negation would list too many tuples, a constraint is of an unknown kind, or a limit is reached.
    """
    pace = Pace("exact-cover", model, limits)
    native = declared(model)
    for constraint in pace.constraints():
        (add or add_constraint)(native, constraint)
    if model.objective is not None:
        sign = -model.objective.gain(1)
        points = model.objective.points(pace.step)
        if sum(max(map(abs, of_cell.values())) for of_cell in points.values()) > MAX_SUM:
            raise LoweringError(f"exact-cover: the objective can reach more than ±{MAX_SUM}")
        for cell in points or model.cells[:1]:  # an objective always has costs, even if they are 0
            of_cell = points.get(cell, {cell.domain[0]: 0})
            pace.step(len(of_cell))
            for value, score in of_cell.items():
                native.add_cost(cell.index, value, sign * score)
    try:
        problem = native.build(clausal, pace.seconds_left(), pace.poll())
    except ValueError as error:
        raise LoweringError(f"exact-cover: {error}") from error
    if problem is None:
        raise pace.stopped()
    return problem


def declared(model: Model) -> _native.ModelBuilder:
    """The variables of a model in the engine's terms, with their pencil marks and without constraints.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, or a value exceeds ±2^40.
    """
    native = _native.ModelBuilder()
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


def add_constraint(native: _native.ModelBuilder, constraint: Constraint) -> None:
    """Add a constraint that must hold.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    try:
        post(native, constraint)
    except TypeError as error:
        raise LoweringError(f"exact-cover: {constraint} has a number of more than 64 bits") from error


MAX_SUM = 1 << 40
"""The largest sum of absolute terms, or product, so that bounds in fixed point cannot overflow."""

MAX_NUMBER = 1 << 60
"""The limit at which constants are clamped: far beyond any function of cells, and within 64 bits."""

OPPOSITE = {
    Relation.EQUAL: (Relation.UNEQUAL, 0),
    Relation.UNEQUAL: (Relation.EQUAL, 0),
    Relation.AT_MOST: (Relation.AT_LEAST, 1),
    Relation.AT_LEAST: (Relation.AT_MOST, -1),
}
"""The negation of each relation, and the number that it adds to the right side."""


class Lowering(Protocol):
    """The contents of a constraint's ``exact_cover.py``."""

    def post(self, native: _native.ModelBuilder, constraint: Any, part: bool) -> int:
        """Add a constraint that must hold or, with ``part``, one that combinations refer to by the returned number."""

    def post_reified(self, native: _native.ModelBuilder, constraint: Any) -> tuple[int, int]:
        """Add a part of a combination and its negation."""


LOWERINGS = Slot[Lowering]("exact_cover", "post", "exact-cover cannot express")


def post(native: _native.ModelBuilder, constraint: Constraint, part: bool = False) -> int:
    """Add a constraint of any kind, as `Lowering.post` does.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    lowering = LOWERINGS.get(type(constraint)) or LOWERINGS.of(constraint)
    return lowering.post(native, constraint, part)


def post_reified(native: _native.ModelBuilder, constraint: Constraint) -> tuple[int, int]:
    """Add a constraint of any kind and its negation, as `Lowering.post_reified` does; raises as `post`."""
    return LOWERINGS.of(constraint).post_reified(native, constraint)


def add_constant(native: _native.ModelBuilder, truth: bool, part: bool) -> int:
    """Add a constraint that always or never holds."""
    return native.add_linear([], [], (Relation.EQUAL if truth else Relation.UNEQUAL).value, 0, part)


_INDEX = attrgetter("index")


def indices(cells: Iterable[Cell]) -> list[int]:
    """The position of each cell."""
    return list(map(_INDEX, cells))


def number(value: Value, offset: int = 0) -> tuple[int | None, int]:
    """An operand for the engine: a cell plus an offset, or a constant, clamped beyond 2^60."""
    if isinstance(value, Cell):
        return value.index, offset
    return None, min(max(value + offset, -MAX_NUMBER), MAX_NUMBER)


def magnitude(cell: Cell) -> int:
    """The largest absolute value in a cell's domain."""
    return max(abs(cell.domain[0]), abs(cell.domain[-1]))


def check_size(terms: Iterable[tuple[int, Cell]], constant: int, name: object) -> None:
    """Refuse a sum that can exceed ±2^40.

    Raises
    ------
    LoweringError
        If the sum can exceed it; the message starts with the name.
    """
    total = abs(constant)
    for weight, cell in terms:
        total += abs(weight) * magnitude(cell)
    if total > MAX_SUM:
        raise LoweringError(f"exact-cover: {name} can reach ±{total}, more than {MAX_SUM}")
