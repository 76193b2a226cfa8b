"""Connected regions of one size, which are to be found, with different digits in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.combination import AnyOf
from sudoku_cp.kernel.connected import Connected, Pairs, neighbours_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.count import Count
from sudoku_cp.kernel.expression import Operand


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Regions(Constraint):
    """Places with the same number form a region: one group, connected through neighbours, without equal digits.

    Parameters
    ----------
    cells
        The digit of each place; empty if digits do not matter.
    numbers
        The number of each place's region.
    neighbours
        Pairs of places, counted from 0.
    size
        The number of places in each region.

    Raises
    ------
    ModelError
        If there are more or fewer cells than numbers, a pair has a place that does not exist, or the size is less
        than 1.

    >>> from sudoku_cp import Model
    >>> a, b, x, y = Model().variables("abxy", domain=(1, 2))
    >>> pair = Regions((a, b), (x, y), ((0, 1),), 2)
    >>> pair.holds({a: 1, b: 2, x: 1, y: 1}), pair.holds({a: 1, b: 1, x: 1, y: 1}), pair.holds({a: 1, b: 2, x: 1, y: 2})
    (True, False, False)
    """

    cells: tuple[Cell, ...]
    numbers: tuple[Cell, ...]
    neighbours: Pairs
    size: int
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            cells: Iterable[Operand],
            numbers: Iterable[Operand],
            neighbours: Iterable[Iterable[int]],
            size: int,
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        self._set(
            cells=cells_of(self.cells, "Regions"),
            numbers=cells_of(self.numbers, "Regions"),
            size=integer(self.size, "the size of Regions"),
        )
        self._set(neighbours=neighbours_of(self.neighbours, len(self.numbers)))
        if self.cells and len(self.cells) != len(self.numbers):
            raise ModelError(f"Regions: {len(self.cells)} cells cannot have {len(self.numbers)} numbers")
        if self.size < 1:
            raise ModelError(f"size: a region has at least one cell, not {self.size}")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *self.numbers)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        for number in {assignment[cell] for cell in self.numbers}:
            places = [place for place, cell in enumerate(self.numbers) if assignment[cell] == number]
            digits = {assignment[self.cells[place]] for place in places} if self.cells else places
            if not self.area(number).holds(assignment) or len(digits) < len(places):
                return False
        return True

    def area(self, number: int) -> Connected:
        """The places with a number form a region.

        Parameters
        ----------
        number
            The number.

        Returns
        -------
        Connected
            One group of the size.
        """
        return Connected(self.numbers, self.neighbours, frozenset({number}), self.size)

    def areas(self) -> Iterator[Constraint]:
        """For each number: no place has it, or its places form a region.

        Yields
        ------
        Constraint
            One for each number of the domains, in ascending order.
        """
        for number in sorted({number for cell in self.numbers for number in cell.domain}):
            yield AnyOf(Count(self.numbers, frozenset({number}), 0), self.area(number))

    def describe(self) -> str:
        return f"regions of {self.size} by {' '.join(cell.name for cell in self.numbers)}"
