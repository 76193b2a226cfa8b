"""A cell of an array that another cell indexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer
from sudoku_cp.kernel.cell import Cell, Value, cell_for, cells_in, cells_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Element(Constraint):
    """The cell of the array at the index has the value; an index outside the array breaks the constraint.

    Parameters
    ----------
    array
        The cells; the first has the index ``first``.
    index
        The cell whose value is the index.
    value
        The value of the indexed cell.
    first
        The index of the first cell of the array.
    """

    array: tuple[Cell, ...]
    index: Cell
    value: Value
    first: int = 1
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self, array: Iterable[Operand], index: Operand, value: Operand, first: int = 1, label: str = ""
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            array=cells_of(self.array, "Element"),
            index=cell_for(self.index, "the index of Element"),
            value=operand(self.value, "the value of Element"),
            first=integer(self.first, "the first index of Element"),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.array, self.index, *cells_in(self.value))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        position = assignment[self.index] - self.first
        inside = 0 <= position < len(self.array)
        return inside and assignment[self.array[position]] == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"({', '.join(cell.name for cell in self.array)})[{self.index}] = {self.value}"
