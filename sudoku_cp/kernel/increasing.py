"""Cells whose values increase from each to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Increasing(Constraint):
    """Each cell exceeds the one before it by at least the step.

    Parameters
    ----------
    cells
        The cells in order; one cell, or none, always satisfies the constraint.
    step
        The smallest difference of neighbours: 1 for a strict increase, 0 for a weak one; a negative step allows a
        decrease by that much.

    Raises
    ------
    ModelError
        If the step is not an integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(1, 10))
    >>> [Increasing((a, b, c), step).holds({a: 2, b: 4, c: 7}) for step in (0, 1, 2, 3)]
    [True, True, True, False]
    """

    cells: tuple[Cell, ...]
    step: int = 1
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(self, cells: Iterable[Operand], step: int = 1, label: str = "") -> None: ...

    def __post_init__(self) -> None:
        self._set(cells=cells_of(self.cells, "Increasing"), step=integer(self.step, "the step of Increasing"))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The comparisons of neighbours."""
        steps = (lower + self.step <= higher for lower, higher in pairwise(self.cells))
        return tuple(step.labelled(self.label) for step in steps)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return all(assignment[lower] + self.step <= assignment[higher] for lower, higher in pairwise(self.cells))

    def describe(self) -> str:
        if self.step in (0, 1):
            return (" < " if self.step else " ≤ ").join(cell.name for cell in self.cells)
        return f"{' '.join(cell.name for cell in self.cells)} increase by {self.step} or more"
