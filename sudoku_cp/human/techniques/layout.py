"""What the houses of a model are, and which cells differ from which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from sudoku_cp._base.arguments import checked, of_type
from sudoku_cp.kernel import AllDifferent, Linear
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import Board, Model


class Kind(Enum):
    """The shape of a house."""

    ROW = auto()
    COLUMN = auto()
    REGION = auto()
    """Any other shape; not a diagonal."""
    DIAGONAL = auto()


@dataclass(frozen=True, eq=False)
class House:
    """Cells that differ from each other."""

    number: int
    """Its place among the houses of the layout."""
    constraint: Constraint
    """The constraint that makes the cells differ."""
    cells: tuple[int, ...]
    """The indices of its cells."""
    bits: int
    """The cells as a mask."""
    kind: Kind
    """Row, column, box or another house."""
    is_complete: bool
    """Whether it has as many cells as values, so that each value is in one of them."""

    def __str__(self) -> str:
        return str(self.constraint)


class Layout:
    """The houses of a model, and for each cell the cells that must differ from it.

    Parameters
    ----------
    model
        The model. Constraints other than houses and differences of two cells are ignored.
    """

    @checked(model=of_type(Model, "a model"))
    def __init__(self, model: Model) -> None:
        self.model = model
        hidden = {cell.index for cell in model.auxiliary_cells}
        self.cells = tuple(cell for cell in model.cells if cell.index not in hidden)
        self.digits = tuple(sorted({value for cell in self.cells for value in cell.domain}))
        """The values of the cells; digits are counted by their place among these."""
        self.bit_of = {value: 1 << place for place, value in enumerate(self.digits)}
        self.houses = tuple(_houses(model))
        self.complete = tuple(house for house in self.houses if house.is_complete)
        self.peers = [0] * len(model.cells)
        """For each cell, by its index, the cells that must differ from it, as a mask."""
        for house in self.houses:
            for index in house.cells:
                self.peers[index] |= house.bits & ~(1 << index)

    def common_peers(self, cells: int) -> int:
        """The cells that differ from each of some cells.

        Parameters
        ----------
        cells
            A mask of cells.

        Returns
        -------
        int
            A mask of cells.
        """
        common = -1
        for index in bits_of(cells):
            common &= self.peers[index]
        return common

    def house_with(self, one: int, other: int) -> House:
        """The first house that contains two cells, complete ones first.

        Parameters
        ----------
        one, other
            The indices of the cells.

        Returns
        -------
        House
            The house.
        """
        both = 1 << one | 1 << other
        return self._house_of[both] if both in self._house_of else self._remember(both)

    @cached_property
    def _house_of(self) -> dict[int, House]:
        return {}

    def _remember(self, both: int) -> House:
        found = next(house for house in (*self.complete, *self.houses) if house.bits & both == both)
        self._house_of[both] = found
        return found

    def mask_of(self, values: Iterable[int]) -> int:
        """Values as a mask.

        Parameters
        ----------
        values
            Values of the layout.

        Returns
        -------
        int
            A mask of digits.
        """
        return sum(self.bit_of[value] for value in values)

    def values_of(self, mask: int) -> tuple[int, ...]:
        """The values of a mask.

        Parameters
        ----------
        mask
            A mask of digits.

        Returns
        -------
        tuple
            The values, ascending.
        """
        return tuple(self.digits[place] for place in bits_of(mask))

    def cell_names(self, cells: int) -> str:
        """The names of the cells of a mask, separated by blanks.

        Parameters
        ----------
        cells
            A mask of cells.

        Returns
        -------
        str
            The names.
        """
        return " ".join(self.model.cells[index].name for index in bits_of(cells))

    def digit_names(self, mask: int) -> str:
        """The digits of a mask as the puzzle writes them, separated by blanks.

        Parameters
        ----------
        mask
            A mask of digits.

        Returns
        -------
        str
            The digits.
        """
        return " ".join(self._symbols[place] for place in bits_of(mask))

    @cached_property
    def _symbols(self) -> tuple[str, ...]:
        model = self.model
        known = dict(zip(model.digits, model.symbols or (), strict=False)) if isinstance(model, Board) else {}
        return tuple(known.get(value, str(value)) for value in self.digits)

    @cached_property
    def has_only_houses(self) -> bool:
        """Whether the model says nothing but that the cells of its complete houses differ, and has no pencil marks."""
        return (
            all(isinstance(constraint, AllDifferent) for constraint in self.model.constraints)
            and all(house.is_complete for house in self.houses)
            and self.model.objective is None
            and not self.model.pencilmarks
        )


def bits_of(mask: int) -> Iterator[int]:
    """The places of the ones of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _houses(model: Model) -> Iterator[House]:
    seen: set[int] = set()
    for constraint in model.constraints:
        if not says_different(constraint):
            continue
        cells = constraint.scope
        bits = sum(1 << cell.index for cell in cells)
        if bits in seen:
            continue
        values = {value for cell in cells for value in model.domain_of(cell)}
        is_complete = isinstance(constraint, AllDifferent) and len(values) == len(cells) > 1
        yield House(len(seen), constraint, tuple(cell.index for cell in cells), bits, _kind(cells), is_complete)
        seen.add(bits)


def says_different(constraint: Constraint) -> bool:
    """Whether a constraint says that all of its cells differ, and no more."""
    match constraint:
        case AllDifferent() | Linear(terms=((1, _), (-1, _)), relation=Relation.UNEQUAL, constant=0):
            return True
    return False


def _kind(cells: tuple[Cell, ...]) -> Kind:
    places = [(cell.row, cell.column) for cell in cells if cell.row is not None and cell.column is not None]
    if len(places) < len(cells):
        return Kind.REGION
    for kind, line in (
        (Kind.ROW, {row for row, _ in places}),
        (Kind.COLUMN, {column for _, column in places}),
        (Kind.DIAGONAL, {row - column for row, column in places}),
        (Kind.DIAGONAL, {row + column for row, column in places}),
    ):
        if len(line) == 1:
            return kind
    return Kind.REGION
