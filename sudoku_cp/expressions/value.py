"""An operand of a constraint: a cell or a known number."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.errors import ModelError
from sudoku_cp.expressions.cell import Cell

Value = Cell | int
"""A cell or a known number."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """The operands that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def check_value(value: object, name: str, kinds: type | tuple[type, ...] = (Cell, int)) -> None:
    """Refuse an operand that is neither a cell nor an integer or, with ``kinds``, one that is not a cell.

    Raises
    ------
    ModelError
        If the operand is anything else; the message starts with the name.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        expected = "a cell" if kinds is Cell else "a cell or an integer"
        raise ModelError(f"{name} must be {expected}, not {value!r}")
