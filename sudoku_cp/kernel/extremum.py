"""The largest or the smallest of some cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp.kernel.cell import Cell, Value, cells_in, cells_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Extremum(Constraint):
    """The common part of the largest and the smallest of some cells."""

    cells: tuple[Cell, ...]
    """The cells."""
    value: Value
    """An integer or a cell."""
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(self, cells: Iterable[Operand], value: Operand, label: str = "") -> None: ...

    def __post_init__(self) -> None:
        kind = type(self).__name__
        self._set(cells=cells_of(self.cells, kind), value=operand(self.value, f"the value of {kind}"))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.value))


@dataclass(frozen=True, eq=False, slots=True, repr=False, init=False)
class Maximum(Extremum):
    """The largest of the cells is the value; without cells it never holds."""

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return max((assignment[cell] for cell in self.cells), default=None) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"max({', '.join(cell.name for cell in self.cells)}) = {self.value}"


@dataclass(frozen=True, eq=False, slots=True, repr=False, init=False)
class Minimum(Extremum):
    """The smallest of the cells is the value; without cells it never holds."""

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return min((assignment[cell] for cell in self.cells), default=None) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"min({', '.join(cell.name for cell in self.cells)}) = {self.value}"
