"""The number of cells with certain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import one_or_more
from sudoku_cp.kernel.cell import Cell, Value, cells_in, cells_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand, Relation, relation_of


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Count(Constraint):
    """The number of cells (with repetition) that have one of the values, compared with a number or a cell.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(1, 2, 3))
    >>> Count((a, b), frozenset({1, 3}), c).holds({a: 1, b: 3, c: 2})
    True
    """

    cells: tuple[Cell, ...]
    """The cells that are counted."""
    values: frozenset[int]
    """The values that count; one alone stands for a set of one."""
    number: Value
    """An integer or a cell."""
    relation: Relation = Relation.EQUAL
    """How the count compares with the number."""
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            cells: Iterable[Operand],
            values: Iterable[int] | int,
            number: Operand,
            relation: Relation | str = Relation.EQUAL,
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            cells=cells_of(self.cells, "Count"),
            values=frozenset(one_or_more(self.values, "the values of Count")),
            number=operand(self.number, "the number of Count"),
            relation=relation_of(self.relation, "the relation of Count"),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.number))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        count = sum(assignment[cell] in self.values for cell in self.cells)
        return self.relation.compares(count, value_of(self.number, assignment))

    def describe(self) -> str:
        cells, values = " ".join(cell.name for cell in self.cells), ", ".join(map(str, sorted(self.values)))
        return f"number of {values} in {cells} {self.relation.value} {self.number}"
