"""Adding constraints to the engine's model, directly or as parts of combinations.

A part of a combination is added together with its negation, as the engine tries both. The folder of each constraint
defines its lowering in ``exact_cover.py``; this module has the code that those files share.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Protocol

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.kernel.value import Value

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

    def add(self, native: _native.CellModel, constraint: Any, part: bool) -> int:
        """Add a constraint that must hold or, with ``part``, one that combinations refer to by the returned number."""

    def add_both(self, native: _native.CellModel, constraint: Any) -> tuple[int, int]:
        """Add a part of a combination and its negation."""


LOWERINGS = Slot[Lowering]("exact_cover", "add", "exact-cover cannot express")


def add(native: _native.CellModel, constraint: Constraint, part: bool = False) -> int:
    """Add a constraint of any kind, as `Lowering.add` does.

    Raises
    ------
    LoweringError
        If its kind has no lowering, or a number in it is too large.
    """
    return LOWERINGS.of(constraint).add(native, constraint, part)


def add_both(native: _native.CellModel, constraint: Constraint) -> tuple[int, int]:
    """Add a constraint of any kind and its negation, as `Lowering.add_both` does; raises as `add`."""
    return LOWERINGS.of(constraint).add_both(native, constraint)


def add_constant(native: _native.CellModel, truth: bool, part: bool) -> int:
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
