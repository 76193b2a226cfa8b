"""The constraints that operators make from expressions and constraints: ``a + b < c``, ``c1 | ~c2``.

These are kernel constraints, and the kernel depends on expressions; therefore the kernel registers the two here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.kernel.constraint import Constraint
    from sudoku_cp.kernel.relation import Relation


class Operators:
    """The functions that make them."""

    linear: Callable[[tuple[tuple[int, Cell], ...], Relation, int], Constraint]
    """Compares a weighted sum of cells with a constant."""
    combination: Callable[[tuple[Constraint, ...], Relation, int], Constraint]
    """Compares the number of the constraints that hold with a constant."""


OPERATORS = Operators()
