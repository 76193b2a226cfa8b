"""A grid of candidates, as the techniques see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from sudoku_cp.human.techniques.layout import House, Layout, bits_of
from sudoku_cp.kernel.cell import Cell


class Position:
    """The candidates of a puzzle at some moment.

    Digits are counted from 0, by their place in `Layout.digits`; sets of cells and of digits are masks.

    Parameters
    ----------
    layout
        The houses.
    masks
        For each cell, by its index, its candidates.
    placed
        The cells whose digit is placed, as a mask. Cells that differ from these do not have their digits.
    givens
        Those of them that are given.
    """

    def __init__(self, layout: Layout, masks: Sequence[int], placed: int, givens: int = 0) -> None:
        self.layout = layout
        self.masks = tuple(masks)
        self.placed = placed
        self.givens = givens
        places = [0] * len(layout.digits)
        for cell in layout.cells:
            if not placed >> cell.index & 1:
                for digit in bits_of(self.masks[cell.index]):
                    places[digit] |= 1 << cell.index
        self.places = tuple(places)
        """For each digit the cells that may have it and are not placed."""
        self.open = 0
        """The cells that are not placed."""
        for cells in places:
            self.open |= cells

    @staticmethod
    def of_givens(layout: Layout, givens: Mapping[Cell, int]) -> Position:
        """The candidates of a puzzle before the first step.

        Parameters
        ----------
        layout
            The houses.
        givens
            The fixed values.

        Returns
        -------
        Position
            The candidates, less those that the givens exclude.
        """
        masks = [0] * len(layout.model.cells)
        for cell in layout.cells:
            masks[cell.index] = layout.mask_of(layout.model.domain_of(cell))
        digits = {cell.index: layout.digits.index(value) for cell, value in givens.items()}
        position = Position(layout, masks, 0).after(placed=digits)
        return Position(layout, position.masks, position.placed, position.placed)

    def after(self, eliminated: Mapping[int, int] | None = None, placed: Mapping[int, int] | None = None) -> Position:
        """The candidates when some are eliminated, and digits placed, which cells that differ lose.

        Parameters
        ----------
        eliminated
            Masks of digits, by cell.
        placed
            Digits, by cell.

        Returns
        -------
        Position
            A new position; this one does not change.
        """
        masks, done = list(self.masks), self.placed
        for cell, digits in (eliminated or {}).items():
            masks[cell] &= ~digits
        for cell, digit in (placed or {}).items():
            masks[cell] &= 1 << digit
            done |= 1 << cell
            for other in bits_of(self.layout.peers[cell]):
                masks[other] &= ~(1 << digit)
        return Position(self.layout, masks, done, self.givens)

    @property
    def digits(self) -> range:
        """All digits."""
        return range(len(self.layout.digits))

    @property
    def is_contradictory(self) -> bool:
        """Whether a cell has no candidate."""
        return any(not self.masks[cell.index] for cell in self.layout.cells)

    @cached_property
    def cells_by_number(self) -> dict[int, int]:
        """The open cells with each number of candidates."""
        found: dict[int, int] = {}
        for index in bits_of(self.open):
            number = self.masks[index].bit_count()
            found[number] = found.get(number, 0) | 1 << index
        return found

    @property
    def pairs(self) -> int:
        """The open cells with two candidates."""
        return self.cells_by_number.get(2, 0)

    @cached_property
    def strong_links(self) -> tuple[tuple[tuple[House, int, int], ...], ...]:
        """For each digit the complete houses with two cells for it, and these cells."""
        return tuple(
            tuple(
                (house, (cells & -cells).bit_length() - 1, cells.bit_length() - 1)
                for house in self.layout.complete
                if (cells := self.places[digit] & house.bits).bit_count() == 2
            )
            for digit in self.digits
        )

    def sees_all(self, digit: int, cells: int) -> int:
        """The cells that may have a digit and differ from each of some cells.

        Parameters
        ----------
        digit
            The place of the digit among the digits.
        cells
            A mask of cells.

        Returns
        -------
        int
            A mask of cells.
        """
        seen = self.places[digit]
        for index in bits_of(cells):
            seen &= self.layout.peers[index]
        return seen

    def union(self, cells: int) -> int:
        """The candidates of some cells.

        Parameters
        ----------
        cells
            A mask of cells.

        Returns
        -------
        int
            A mask of digits.
        """
        digits = 0
        for index in bits_of(cells):
            digits |= self.masks[index]
        return digits

    def lost(self, digit: int, cells: int) -> dict[int, int]:
        """Eliminations: a digit from cells that may have it.

        Parameters
        ----------
        digit
            The place of the digit among the digits.
        cells
            A mask of cells.

        Returns
        -------
        dict
            A mask of digits for the index of each cell.
        """
        return dict.fromkeys(bits_of(cells & self.places[digit]), 1 << digit)


def subsets(cells: int, size: int) -> Iterator[tuple[int, ...]]:
    """The sets of some cells."""
    return combinations(tuple(bits_of(cells)), size)


def mask(cells: Sequence[int]) -> int:
    """Cells as a mask."""
    return sum(1 << index for index in cells)
