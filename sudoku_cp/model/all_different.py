"""All cells differ: rows, columns, boxes and every other house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sudoku_cp.model.constraint import Constraint
from sudoku_cp.model.linear import Cell


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class AllDifferent(Constraint):
    """The cells take pairwise different values; a cell that occurs twice makes it unsatisfiable.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2))
    >>> AllDifferent((a, b)).holds({a: 1, b: 2})
    True
    >>> AllDifferent((a, a)).holds({a: 1})
    False
    """

    cells: tuple[Cell, ...]
    label: str = ""

    def __init__(self, cells: Iterable[Cell], label: str = "") -> None:
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "label", label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return len(set(map(assignment.__getitem__, self.cells))) == len(self.cells)

    def describe(self) -> str:
        return f"all different: {' '.join(cell.name for cell in self.cells)}"
