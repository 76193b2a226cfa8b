"""The product of some cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from sudoku_cp.kernel.cell import Cell, Value, cells_in, cells_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Product(Constraint):
    """The product of the cells (1 without cells) is the value; a cell that occurs twice is squared."""

    cells: tuple[Cell, ...]
    """The cells that are multiplied."""
    value: Value
    """An integer or a cell."""
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(self, cells: Iterable[Operand], value: Operand, label: str = "") -> None: ...

    def __post_init__(self) -> None:
        self._set(cells=cells_of(self.cells, "Product"), value=operand(self.value, "the value of Product"))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.value))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return prod(assignment[cell] for cell in self.cells) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"{' · '.join(cell.name for cell in self.cells) or '1'} = {self.value}"
