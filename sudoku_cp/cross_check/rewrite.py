"""Copies of constraints on other cells, and copies of models with some parts changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sudoku_cp.model import Cell, Constraint, Model, Objective

_C = TypeVar("_C", bound=Constraint)


def changed(constraint: _C, **parts: object) -> _C:
    """A copy of the constraint with other values for some fields, without its label, which may no longer be true."""
    clone = object.__new__(type(constraint))
    for field in fields(constraint):
        object.__setattr__(clone, field.name, parts.get(field.name, getattr(constraint, field.name)))
    object.__setattr__(clone, "label", "")
    return clone


def moved(constraint: Constraint, cells: Mapping[Cell, Cell]) -> Constraint:
    """The same constraint on other cells.

    >>> a, b = Model().variables("ab", domain=(1, 2))
    >>> x, y = Model().variables("xy", domain=(1, 2))
    >>> print(moved(a + 2 * b <= 7, {a: x, b: y}))
    x + 2·y ≤ 7
    """
    clone = object.__new__(type(constraint))
    for field in fields(constraint):
        object.__setattr__(clone, field.name, _moved(getattr(constraint, field.name), cells))
    return clone


def _moved(value: Any, cells: Mapping[Cell, Cell]) -> Any:
    if isinstance(value, Cell):
        return cells[value]
    if isinstance(value, Constraint):
        return moved(value, cells)
    if isinstance(value, tuple):
        return tuple(_moved(item, cells) for item in value)
    return value


def remade(
    model: Model,
    *,
    order: Sequence[Cell] | None = None,
    domains: Mapping[Cell, Sequence[int]] | None = None,
    constraints: Iterable[Constraint] | None = None,
    objective: Objective | bool | None = True,
    names: Mapping[Cell, str] | None = None,
) -> tuple[Model, dict[Cell, Cell]]:
    """A plain model with the parts of another one, some of them replaced, and the new cell for each remaining cell.

    Parameters
    ----------
    order
        The remaining cells in their new order; by default all cells in their order.
    domains
        New domains for some cells, which lose their pencil marks in the new model.
    constraints
        The constraints of the new model, on the cells of ``model``.
    objective
        The objective of the new model; None for none.
    names
        New names for some cells.
    """
    domains, names = domains or {}, names or {}
    made = Model(model.name)
    hidden, cells = {*model.auxiliary_cells}, {}
    for cell in model.cells if order is None else order:
        name, domain = names.get(cell, cell.name), domains.get(cell, cell.domain)
        is_hidden = cell in hidden
        cells[cell] = made.auxiliary(name, domain) if is_hidden else made.variable(name, domain, cell.row, cell.column)
    for cell, values in model.pencilmarks.items():
        if cell in cells and cell not in domains:
            made.restrict(cells[cell], values)
    for cell, value in model.givens.items():
        if cell in cells and value in cells[cell].domain:
            made.give(cells[cell], value)
    made.add(*(moved(constraint, cells) for constraint in (model.constraints if constraints is None else constraints)))
    wanted = model.objective if objective is True else objective
    if isinstance(wanted, Objective):
        made.objective = wanted.moved(cells)
    return made, cells
