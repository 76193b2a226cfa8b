"""Values that first occur in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Precedence(Constraint):
    """Each cell exceeds the largest value before it, and the start, by at most 1.

    Values larger than the start first occur in ascending order, without gaps. This leaves one of all numberings of
    groups that may be numbered in any way (Law and Lee, "Global constraints for integer and set value precedence",
    CP 2004).

    Parameters
    ----------
    cells
        The cells, in order.
    start
        The largest value that may occur at once, less 1.

    Raises
    ------
    ModelError
        If the start is no integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(1, 2, 3))
    >>> numbered = Precedence((a, b, c))
    >>> numbered.holds({a: 1, b: 1, c: 2}), numbered.holds({a: 1, b: 3, c: 2})
    (True, False)
    """

    cells: tuple[Cell, ...]
    start: int = 0
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(self, cells: Iterable[Operand], start: int = 0, label: str = "") -> None: ...

    def __post_init__(self) -> None:
        self._set(cells=cells_of(self.cells, "Precedence"), start=integer(self.start, "the start of Precedence"))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        largest = self.start
        for cell in self.cells:
            if assignment[cell] > largest + 1:
                return False
            largest = max(largest, assignment[cell])
        return True

    def describe(self) -> str:
        cells = " ".join(cell.name for cell in self.cells)
        return f"values above {self.start} first occur in order in {cells}"
