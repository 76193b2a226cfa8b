"""The place of a line among others, compared as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, truth
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cells_of, lines_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Rank(Constraint):
    """The line has a rank among all lines, counted from the lowest: 1 more than the number of others that are lower.

    Lines are compared from their first cells on, as words in a dictionary or numbers of equal length.

    Parameters
    ----------
    line
        The cells of the line, in order.
    others
        The cells of each other line; there are as many.
    rank
        The rank.
    ties
        Whether other lines may equal the line.

    Raises
    ------
    ModelError
        If the lines have not all the same length, or the rank is no integer.

    >>> from sudoku_cp import Model
    >>> a, b, c, d = Model().variables("abcd", domain=(1, 2, 3))
    >>> Rank((a, b), ((c, d), (d, c)), 2).holds({a: 2, b: 2, c: 1, d: 3})
    True
    """

    line: tuple[Cell, ...]
    others: tuple[tuple[Cell, ...], ...]
    rank: int
    ties: bool = False
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            line: Iterable[Operand],
            others: Iterable[Iterable[Operand]],
            rank: int,
            ties: bool = False,
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            line=cells_of(self.line, "Rank"),
            others=lines_of(self.others, "Rank"),
            rank=integer(self.rank, "the rank of Rank"),
            ties=truth(self.ties, "the ties of Rank"),
        )
        if any(len(other) != len(self.line) for other in self.others):
            raise ModelError("the lines of Rank must have the same length")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.line, *chain.from_iterable(self.others))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        own = [assignment[cell] for cell in self.line]
        others = [[assignment[cell] for cell in other] for other in self.others]
        return sum(other < own for other in others) == self.rank - 1 and (self.ties or own not in others)

    def describe(self) -> str:
        own, *others = (" ".join(cell.name for cell in line) for line in (self.line, *self.others))
        return f"rank of {own} among {', '.join(others) or 'no others'}{' with ties' * self.ties} = {self.rank}"
