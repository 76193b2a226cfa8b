"""Some of the cells form one connected group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, integers, listed, one_or_more, truth
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.count import Count
from sudoku_cp.kernel.expression import Operand, Relation

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
        places = _places_of(cells, "Connected")
        return cls(tuple(places), _sharing_sides(tuple(places.values())), values, size)

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


def NoSquares(  # noqa: N802 (they read as the constraints they make)
    cells: Iterable[Cell], values: Iterable[int] | int, size: int = 2
) -> Constraint:
    """Require that no square of cells has one of the values in all of its cells.

    Parameters
    ----------
    cells
        Cells of a grid; squares that reach beyond them do not count.
    values
        The values that form no square.
    size
        The number of rows and columns of a square, at least 1.

    Returns
    -------
    Constraint
        A `Count` for each square.

    Raises
    ------
    ModelError
        If a cell is not in a plane, or the size is less than 1.
    """
    side = integer(size, "the size of NoSquares")
    if side < 1:
        raise ModelError(f"NoSquares: a square has at least one row, not {side}")
    members = frozenset(one_or_more(values, "the values of NoSquares"))
    at = {place: cell for cell, place in _places_of(cells, "NoSquares").items()}
    if side > len(at):
        return AllOf()
    steps = list(product(range(side), repeat=2))
    squares = [[at.get((row + down, column + right)) for down, right in steps] for row, column in at]
    whole = [[cell for cell in square if cell is not None] for square in squares]
    most = len(steps) - 1
    return AllOf(*(Count(square, members, most, Relation.AT_MOST) for square in whole if len(square) > most))


def Shading(cells: Iterable[Cell], values: Iterable[int] | int, both: bool = True) -> Constraint:  # noqa: N802
    """Require a shading: the shaded cells, at least one, are connected by their sides and form no square of 2×2 cells.

    Parameters
    ----------
    cells
        Cells of a grid.
    values
        The values of shaded cells.
    both
        Whether the same holds of the cells that are not shaded, as in yin-yang.

    Returns
    -------
    Constraint
        `Connected` and `NoSquares`, for one colour or for both.

    Raises
    ------
    ModelError
        If a cell is not in a plane.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> sudoku.add(Shading(sudoku.grid, (1, 2)))
    >>> sudoku.count().count
    0
    """
    members = tuple(_places_of(cells, "Shading"))
    shaded = frozenset(one_or_more(values, "the values of Shading"))
    others = frozenset(value for cell in members for value in cell.domain) - shaded
    colours = (shaded, others) if truth(both, "the colours of Shading") else (shaded,)
    parts = [(Connected.by_sides(members, colour), NoSquares(members, colour)) for colour in colours]
    return AllOf(*chain.from_iterable(parts))


def _places_of(cells: Iterable[Operand], place: str) -> dict[Cell, tuple[int, int]]:
    """The row and the column of each cell.

    Raises
    ------
    ModelError
        If a cell is not in a plane.
    """
    places = {}
    for cell in cells_of(cells, place):
        if cell.row is None or cell.column is None:
            raise ModelError(f"{cell.name} is not in the grid")
        places[cell] = (cell.row, cell.column)
    return places


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
