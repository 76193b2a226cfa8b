"""A grid of candidates, as the techniques see it, and the patterns that they find in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True)
class Pattern:
    """One place where a technique applies; digits and cells are numbers and masks as in `Position`."""

    name: str
    """The technique."""
    cells: int
    """The cells of the pattern."""
    digits: int
    """The digits that it is about."""
    reason: str
    """What is seen, as a sentence without its conclusion."""
    eliminated: Mapping[int, int] = field(default_factory=dict)
    """The candidates that are impossible, by cell."""
    placed: Mapping[int, int] = field(default_factory=dict)
    """The digits that are found, by cell."""
    houses: tuple[House, ...] = ()
    """The houses that the pattern itself uses."""
    pairs: tuple[tuple[int, int], ...] = ()
    """Cells that differ from each other, besides the eliminated cells and the cells that these see."""
    length: int = 0
    """How long a chain is, in links."""

    @property
    def conclusion(self) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        """The eliminations and the placements as sets, for comparisons."""
        return (
            frozenset((cell, digit) for cell, digits in self.eliminated.items() for digit in bits_of(digits)),
            frozenset(self.placed.items()),
        )

    @property
    def order(self) -> tuple[object, ...]:
        """The order of patterns of a technique: short and small ones that conclude much, then reading order."""
        removed = sum(digits.bit_count() for digits in self.eliminated.values())
        first = min((*self.placed, *self.eliminated))
        return self.length, self.cells.bit_count(), -removed, first, self.digits, self.cells, self.reason


def merged(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """Several eliminations together, in reading order."""
    found: dict[int, int] = {}
    for part in parts:
        for cell, digits in part.items():
            found[cell] = found.get(cell, 0) | digits
    return dict(sorted(found.items()))


def houses_text(houses: Iterable[House]) -> str:
    """Houses as a list: ``rows 2 and 7``, ``row 1 and box 3``."""
    words = [str(house).rsplit(" ", 1) for house in houses]
    kinds = {word[0] for word in words}
    if len(words) > 1 and len(kinds) == 1 and all(len(word) == 2 for word in words):
        plural = f"{kinds.pop()}".removesuffix("x") + ("xes" if words[0][0].endswith("x") else "s")
        return f"{plural} {_listed([word[1] for word in words])}"
    return _listed([" ".join(word) for word in words])


def _listed(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def candidate_text(layout: Layout, cell: int, digit: int) -> str:
    """A candidate: ``5r1c2``."""
    return f"{layout.digit_names(1 << digit)}{layout.cell_names(1 << cell)}"
