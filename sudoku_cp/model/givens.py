"""Givens of a question, hints for it, and the values that givens leave open."""

from __future__ import annotations

from copy import copy

from sudoku_cp._base.arguments import integer, mapping
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import AnyGivens, Cell, Givens
from sudoku_cp.model.board import Board
from sudoku_cp.model.model import Model
from sudoku_cp.model.variables import digit_of


def by_cell(model: Model, givens: AnyGivens) -> Givens:
    """The givens with cells in place of names.

    Raises
    ------
    ModelError
        If there is no such cell, or no solution can have these givens (see `check_givens`).
    """
    given = mapping(givens, "the givens", "values by cell or by cell name, such as {'r1c1': 5}")
    fixed = {cell if isinstance(cell, Cell) else model[cell]: value for cell, value in given.items()}
    check_givens(model, fixed)
    return {cell: int(value) for cell, value in fixed.items()}


def hinted(model: Model, hint: object) -> Givens:
    """A hint as values by cell.

    Parameters
    ----------
    model
        The model.
    hint
        Values by cell or by cell name, or for a board the text or list of a grid, with open cells as in `give_grid`.

    Returns
    -------
    Mapping
        The values.

    Raises
    ------
    ModelError
        If there is no such cell, a value is not one of its cell's, or the hint is none of these.
    """
    try:
        if isinstance(model, Board) and isinstance(hint, str | list | tuple):
            shape = copy(model)
            shape.givens = {}
            shape.give_grid(hint)
            return shape.givens
        given = mapping(hint, "the values", "values by cell or by cell name, such as {'r1c1': 5}")
        return {(own := model._cell(cell)): digit_of(own, value) for cell, value in given.items()}
    except ModelError as error:
        raise ModelError(f"the hint: {error}") from None


def check_givens(model: Model, givens: Givens) -> None:
    """Refuse givens that no solution can have.

    Raises
    ------
    ModelError
        If a cell belongs to another model, or a value is not in its domain.
    """
    if not model.owns_all(givens):
        stray = next(cell for cell in givens if not model.owns(cell))
        raise ModelError(f"{stray} is not a cell of {model.name}")
    for cell, value in givens.items():
        if integer(value, f"the value of {cell.name}") not in cell.domain:
            raise ModelError(f"{cell.name} = {value}: the value is not one of its digits")


def domains(model: Model, givens: Givens) -> list[tuple[int, ...]]:
    """The values open to each cell, in cell order, after pencil marks and givens; empty if these contradict.

    Parameters
    ----------
    model
        The model.
    givens
        The fixed values.

    Returns
    -------
    list
        A tuple of values for each cell, ascending.
    """
    return [tuple(value for value in model.domain_of(cell) if givens.get(cell, value) == value) for cell in model.cells]
