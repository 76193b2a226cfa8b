"""From a constraint model to items, options and propagators.

A cell is a word of options, one a value. An all-different over as many values as cells covers the primary items
(house, value), any other one the secondary items. Binary ≠ makes options exclude each other; short equations and
tables become tables, sums of pairwise different cells become lists of digit sets, other sums propagate bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sudoku_cp import _native
from sudoku_cp.model import AllDifferent, Cell, Constraint, Linear, LoweringError, Model, Sense, Table

MAX_VALUES = 64
"""The largest domain: one machine word."""

MAX_SUM = 1 << 40
"""The largest sum of absolute terms, so that bounds in fixed point cannot overflow."""


def lower(model: Model) -> _native.Problem:
    """Build the engine's problem for a model without its givens.

    Raises
    ------
    LoweringError
        If a domain has more than 64 values, a sum can leave ±2^40, or a constraint is of an unknown kind.
    """
    native = _native.CellModel()
    cells = model.cells
    for cell in cells:
        if len(cell.domain) > MAX_VALUES:
            raise LoweringError(f"exact-cover: {cell.name} has {len(cell.domain)} values, more than {MAX_VALUES}")
    native.add_variables([cell.domain for cell in cells])
    for cell, candidates in model.pencilmarks.items():
        native.restrict(cell.index, candidates)
    for constraint in model.constraints:
        add = _LOWERINGS.get(type(constraint))
        if add is None:
            raise LoweringError(f"exact-cover cannot express {constraint} ({type(constraint).__name__})")
        add(native, constraint)
    if model.objective is not None:
        sign = 1 if model.objective.sense is Sense.MINIMIZE else -1
        _check_size(model.objective.expression.terms, 0, "the objective")
        for weight, cell in model.objective.expression.terms:
            native.add_cost(cell.index, sign * weight)
    return native.build()


def _add_all_different(native: _native.CellModel, constraint: AllDifferent) -> None:
    native.add_all_different([cell.index for cell in constraint.cells])


def _add_linear(native: _native.CellModel, constraint: Linear) -> None:
    _check_size(constraint.terms, constraint.constant, str(constraint))
    native.add_linear(
        [cell.index for _, cell in constraint.terms],
        [weight for weight, _ in constraint.terms],
        constraint.relation.value,
        constraint.constant,
    )


def _add_table(native: _native.CellModel, constraint: Table) -> None:
    if constraint.cells:
        native.add_table([cell.index for cell in constraint.cells], sorted(constraint.tuples))
    elif not constraint.tuples:
        native.add_linear([], [], "≠", 0)


def _check_size(terms: tuple[tuple[int, Cell], ...], constant: int, name: str) -> None:
    total = abs(constant)
    for weight, cell in terms:
        total += abs(weight) * max(abs(cell.domain[0]), abs(cell.domain[-1]))
    if total > MAX_SUM:
        raise LoweringError(f"exact-cover: {name} can reach ±{total}, more than {MAX_SUM}")


_LOWERINGS: Mapping[type[Constraint], Callable[..., None]] = {
    AllDifferent: _add_all_different,
    Linear: _add_linear,
    Table: _add_table,
}
