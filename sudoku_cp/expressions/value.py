"""A number that a constraint compares with: a cell, or one that is known."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.errors import ModelError
from sudoku_cp.expressions.cell import Cell

Value = Cell | int
"""A cell, or a number that is known."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """Those of the terms that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def check_value(value: object, name: str, kinds: type | tuple[type, ...] = (Cell, int)) -> None:
    """Refuse what is neither a cell nor an integer, or, with ``kinds``, what is no cell.

    Raises
    ------
    ModelError
        If it is something else; the message starts with the name.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        expected = "a cell" if kinds is Cell else "a cell or an integer"
        raise ModelError(f"{name} must be {expected}, not {value!r}")
