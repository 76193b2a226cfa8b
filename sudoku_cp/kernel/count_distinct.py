"""The number of different values of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp.kernel.cell import Cell, Value, cells_in, cells_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand, Relation, relation_of


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class CountDistinct(Constraint):
    """The number of different values among the cells, compared with a number or a cell."""

    cells: tuple[Cell, ...]
    """The cells whose different values are counted."""
    number: Value
    """An integer or a cell."""
    relation: Relation = Relation.EQUAL
    """How the count compares with the number."""
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self, cells: Iterable[Operand], number: Operand, relation: Relation | str = Relation.EQUAL, label: str = ""
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            cells=cells_of(self.cells, "CountDistinct"),
            number=operand(self.number, "the number of CountDistinct"),
            relation=relation_of(self.relation, "the relation of CountDistinct"),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.number))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        count = len({assignment[cell] for cell in self.cells})
        return self.relation.compares(count, value_of(self.number, assignment))

    def describe(self) -> str:
        cells = " ".join(cell.name for cell in self.cells)
        return f"number of different values in {cells} {self.relation.value} {self.number}"
