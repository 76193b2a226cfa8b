"""An operand of a constraint: a cell or a known number."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp._base.arguments import integer
from sudoku_cp.kernel.cell import Cell

Value = Cell | int
"""A cell or a known number."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """The operands that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def operand(value: object, what: str) -> Value:
    """The operand, which is a cell or an integer.

    Raises
    ------
    ModelError
        If it is anything else.
    """
    return value if isinstance(value, Cell) else integer(value, what, "a cell or an integer")
