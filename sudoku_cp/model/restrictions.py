"""Givens and pencil marks: what a puzzle says of single cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from sudoku_cp._base.arguments import integer, integers
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cell_of
from sudoku_cp.model.variables import Variables


class Restrictions(Variables):
    """Variables, some of which a puzzle fixes to a value or restricts to some candidates."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.givens: dict[Cell, int] = {}
        """The values that the puzzle fixes."""
        self.pencilmarks: dict[Cell, tuple[int, ...]] = {}
        """The candidates of the cells that the puzzle restricts."""

    def give(self, cell: Cell | str | tuple[int, int], value: int) -> Self:
        """Fix a cell to a value of its domain.

        Parameters
        ----------
        cell
            A cell, its name, or in a `Sudoku` its (row, column).
        value
            A value of its domain.

        Raises
        ------
        ModelError
            If the value is not in the domain of the cell.
        """
        cell = self._cell(cell)
        self.givens[cell] = digit_of(cell, value)
        return self

    def restrict(self, cell: Cell | str | tuple[int, int], candidates: Iterable[int]) -> Self:
        """Restrict a cell to some candidates (pencil marks); further calls restrict them further.

        Parameters
        ----------
        cell
            A cell, its name, or in a `Sudoku` its (row, column).
        candidates
            The values that remain possible.

        Raises
        ------
        ModelError
            If a value is not in the domain of the cell.
        """
        cell = self._cell(cell)
        wanted = set(integers(candidates, f"the candidates of {cell.name}", "a list of integers"))
        if not wanted.issubset(cell.domain):
            stray = min(wanted - set(cell.domain))
            raise ModelError(f"candidate {stray} of {cell.name}: the digits are {domain_in_words(cell)}")
        self.pencilmarks[cell] = tuple(value for value in self.domain_of(cell) if value in wanted)
        return self

    def domain_of(self, cell: Cell) -> tuple[int, ...]:
        """The values of the cell that its domain and the pencil marks leave, ascending; givens do not count here.

        Parameters
        ----------
        cell
            A cell of the model.

        Returns
        -------
        tuple
            The values, ascending.
        """
        return self.pencilmarks.get(cell_of(cell, "the cell"), cell.domain)


def digit_of(cell: Cell, value: object) -> int:
    """A value of the cell.

    Raises
    ------
    ModelError
        If it is no integer, or not in the domain of the cell.
    """
    digit = integer(value, f"the value of {cell.name}")
    if digit not in cell.domain:
        raise ModelError(f"{cell.name} = {digit}: the digits are {domain_in_words(cell)}")
    return digit


def domain_in_words(cell: Cell) -> str:
    """The domain of a cell, for messages: its ends if it has no gaps, else its values."""
    values = cell.domain
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}–{values[-1]}"
    return ", ".join(map(str, values))
