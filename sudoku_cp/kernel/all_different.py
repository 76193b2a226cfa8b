"""Cells with pairwise different values: rows, columns, boxes and every other house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Formula, Operand

_CELL = frozenset({Cell})
_ONE = (Formula, int)


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class AllDifferent(Constraint):
    """The cells have pairwise different values; a cell that occurs twice makes the constraint unsatisfiable.

    Parameters
    ----------
    cells
        The cells, or terms, as separate arguments, or one list of them.

    Raises
    ------
    ModelError
        If an item is not a cell.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2))
    >>> AllDifferent(a, b).holds({a: 1, b: 2})
    True
    >>> AllDifferent((a, a)).holds({a: 1})
    False
    """

    cells: tuple[Cell, ...]
    label: str = ""

    def __init__(self, *cells: Operand | Iterable[Operand], label: str = "") -> None:
        listed = cells[0] if len(cells) == 1 and not isinstance(cells[0], _ONE) else cells
        if type(listed) is not tuple or not _CELL.issuperset(map(type, listed)):  # houses are many, and tuples
            listed = cells_of(listed, "AllDifferent")
        object.__setattr__(self, "cells", listed)
        object.__setattr__(self, "label", label)
        if type(listed) is not tuple or type(label) is not str:
            self._set(cells=listed)

    def __repr__(self) -> str:
        return f"AllDifferent({', '.join(map(repr, self.cells))})"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return len(set(map(assignment.__getitem__, self.cells))) == len(self.cells)

    def describe(self) -> str:
        return f"all different: {' '.join(cell.name for cell in self.cells)}"
