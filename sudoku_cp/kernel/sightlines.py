"""The number of cells that a cell sees along lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, Value, cell_for, cells_in, lines_of, operand, value_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand

MOST_SEEN = 63
"""The largest number of cells that can be seen."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Sightlines(Constraint):
    """The viewer sees a number of cells: itself and, along each line, those before the first with another value.

    Parameters
    ----------
    viewer
        The cell that sees the others.
    lines
        The cells of each line, the nearest first. With lines of one cell each, all cells with the value of the viewer
        are counted.
    number
        The number of cells that are seen, or a cell that has it.

    Raises
    ------
    ModelError
        If more than 63 cells could be seen.

    >>> from sudoku_cp import Model
    >>> a, b, c, d = Model().variables("abcd", domain=(1, 2, 3))
    >>> Sightlines(a, ((b, c), (d,)), 2).holds({a: 1, b: 1, c: 2, d: 3})
    True
    """

    viewer: Cell
    lines: tuple[tuple[Cell, ...], ...]
    number: Value
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self, viewer: Operand, lines: Iterable[Iterable[Operand]], number: Operand, label: str = ""
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            viewer=cell_for(self.viewer, "the viewer of Sightlines"),
            lines=lines_of(self.lines, "Sightlines"),
            number=operand(self.number, "the number of Sightlines"),
        )
        if (most := 1 + sum(map(len, self.lines))) > MOST_SEEN:
            raise ModelError(f"Sightlines: at most {MOST_SEEN} cells can be seen, not {most}")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (self.viewer, *(cell for line in self.lines for cell in line), *cells_in(self.number))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        seen = 1
        for line in self.lines:
            for cell in line:
                if assignment[cell] != assignment[self.viewer]:
                    break
                seen += 1
        return seen == value_of(self.number, assignment)

    def describe(self) -> str:
        lines = ", ".join(" ".join(cell.name for cell in line) for line in self.lines)
        return f"number of cells that {self.viewer.name} sees along {lines or 'no line'} = {self.number}"
