"""Some of the cells form one connected group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, integers, listed, one_or_more
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand

Pairs = tuple[tuple[int, int], ...]

_EXPECTED = "pairs of places, such as ((0, 1), (1, 2))"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Connected(Constraint):
    """The cells with one of the values, at least one cell, form one group that is connected through neighbours.

    Parameters
    ----------
    cells
        The cells that may be in the group; a cell that occurs twice is in it at both places or at none.
    neighbours
        Pairs of places in ``cells``, counted from 0.
    values
        The values of the cells in the group.
    size
        The number of cells in the group; None for any number except 0.

    Raises
    ------
    ModelError
        If a pair has a place that does not exist.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(0, 1))
    >>> line = Connected((a, b, c), ((0, 1), (1, 2)), frozenset({1}))
    >>> line.holds({a: 1, b: 1, c: 0}), line.holds({a: 1, b: 0, c: 1}), line.holds({a: 0, b: 0, c: 0})
    (True, False, False)
    """

    cells: tuple[Cell, ...]
    neighbours: Pairs
    values: frozenset[int]
    size: int | None = None
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            cells: Iterable[Operand],
            neighbours: Iterable[Iterable[int]],
            values: Iterable[int] | int,
            size: int | None = None,
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        cells = cells_of(self.cells, "Connected")
        self._set(
            cells=cells,
            neighbours=neighbours_of(self.neighbours, len(cells)),
            values=frozenset(one_or_more(self.values, "the values of Connected")),
            size=None if self.size is None else integer(self.size, "the size of Connected"),
        )

    @classmethod
    def by_sides(cls, cells: Iterable[Operand], values: Iterable[int], size: int | None = None) -> Connected:
        """Use cells of a plane as neighbours if they share a side.

        Parameters
        ----------
        cells
            Cells of a grid.
        values
            The values of the cells that form the area.
        size
            The number of cells in the area; None for any number.

        Returns
        -------
        Connected
            The constraint, with an edge between each two cells that share a side.

        Raises
        ------
        ModelError
            If a cell is not in a plane.
        """
        members = tuple(dict.fromkeys(cells_of(cells, "Connected")))
        places = []
        for cell in members:
            if cell.row is None or cell.column is None:
                raise ModelError(f"{cell.name} is not in the grid")
            places.append((cell.row, cell.column))
        return cls(members, _sharing_sides(tuple(places)), values, size)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        outside = {place for place, cell in enumerate(self.cells) if assignment[cell] in self.values}
        if not outside or self.size not in (None, len(outside)):
            return False
        reached = [outside.pop()]
        for place in reached:
            for pair in self.neighbours:
                if place in pair:
                    beside = outside.intersection(pair)
                    outside -= beside
                    reached += beside
        return not outside

    def describe(self) -> str:
        cells, values = " ".join(cell.name for cell in self.cells), ", ".join(map(str, sorted(self.values)))
        size = "" if self.size is None else f", of size {self.size}"
        return f"one group of {values} in {cells}{size}"


def neighbours_of(neighbours: Iterable[Iterable[int]], places: int) -> Pairs:
    """The pairs of places as tuples.

    Raises
    ------
    ModelError
        If one is no pair, or has a place that does not exist.
    """
    given = listed(neighbours, "the neighbours", _EXPECTED)
    if not _are_pairs(given):
        given = tuple([integers(pair, "the neighbours", _EXPECTED) for pair in given])
    if not set(range(places)).issuperset(chain.from_iterable(given)) or any(len(pair) != 2 for pair in given):
        inside = range(places)
        stray = next(pair for pair in given if len(pair) != 2 or not all(place in inside for place in pair))
        raise ModelError(f"neighbours: {stray} are not two places among {places} cells")
    return given


def _are_pairs(given: tuple[object, ...]) -> bool:
    return {tuple}.issuperset(map(type, given)) and {int}.issuperset(map(type, chain.from_iterable(given)))  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _sharing_sides(places: tuple[tuple[int, int], ...]) -> Pairs:
    """The pairs of places of a plane that share a side, by their indices."""
    index_of = {place: index for index, place in enumerate(places)}
    return tuple(
        [
            (index, index_of[beside])
            for index, (row, column) in enumerate(places)
            for beside in ((row, column + 1), (row + 1, column))
            if beside in index_of
        ]
    )
