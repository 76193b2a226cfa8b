"""Cells whose values form a listed tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from math import prod

from sudoku_cp._base.arguments import function, integer, listed
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, cells_of, lines_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand

MAX_COMBINATIONS = 4_000_000
"""The largest number of combinations on which a predicate is tried."""

MAX_KNOWN = 2_000
"""The largest number of tuples of a table that are cached for further tables."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Table(Constraint):
    """The values of the cells, in order, form one of the listed tuples.

    Raises
    ------
    ModelError
        If the length of a tuple differs from that of the scope.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> Table((a, b), [(1, 2), (2, 3)]).holds({a: 2, b: 3})
    True
    >>> sorted(Table.where((a, b), lambda x, y: x * y == 6).tuples)
    [(2, 3), (3, 2)]
    """

    cells: tuple[Cell, ...]
    """The cells, in the order of the tuples."""
    tuples: frozenset[tuple[int, ...]]
    """The allowed tuples, each with a value for every cell."""
    label: str = ""

    def __init__(self, cells: Iterable[Operand], tuples: Iterable[Iterable[int]], label: str = "") -> None:
        cells, rows = cells_of(cells, "Table"), _rows_of(tuples, "Table")
        if not _arities_of(rows) <= {len(cells)}:
            row = next(row for row in rows if len(row) != len(cells))
            raise ModelError(f"a table over {len(cells)} cells has a tuple of {len(row)} values: {row}")
        self._set(cells=cells, tuples=rows, label=label)

    @classmethod
    def where(cls, cells: Iterable[Operand], predicate: Callable[..., bool], label: str = "") -> Table:
        """List the tuples over the cells' domains for which ``predicate(*values)`` is true.

        Parameters
        ----------
        cells
            The cells of the scope.
        predicate
            Called with a value for each cell, in their order; returns whether the tuple is allowed.
        label
            The origin of the constraint in words.

        Returns
        -------
        Table
            The table of the allowed tuples.

        Raises
        ------
        ModelError
            If the domains have more than `MAX_COMBINATIONS` combinations.
        """
        cells = cells_of(cells, "Table")
        function(predicate, "the predicate of Table.where")
        combinations = prod(len(cell.domain) for cell in cells)
        if combinations > MAX_COMBINATIONS:
            raise ModelError(
                f"a predicate over {' '.join(cell.name for cell in cells)} has {combinations:,} "
                f"combinations, more than {MAX_COMBINATIONS:,}: split the rule into smaller ones"
            )
        return cls(cells, (row for row in product(*(cell.domain for cell in cells)) if predicate(*row)), label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return tuple([assignment[cell] for cell in self.cells]) in self.tuples

    def describe(self) -> str:
        return f"({', '.join(cell.name for cell in self.cells)}) in {len(self.tuples)} tuples"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Tables(Constraint):
    """One table for many places: the values of the cells in each place, in order, form one of the listed tuples.

    Raises
    ------
    ModelError
        If tuples and places differ in length.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(1, 2, 3))
    >>> rising = Tables(((a, b), (b, c)), [(1, 2), (2, 3), (1, 3)])
    >>> rising.holds({a: 1, b: 2, c: 3}), rising.holds({a: 1, b: 3, c: 2})
    (True, False)
    """

    places: tuple[tuple[Cell, ...], ...]
    """The cells of each place, in the order of the tuples."""
    tuples: frozenset[tuple[int, ...]]
    """The allowed tuples, each with a value for every cell of a place."""
    label: str = ""

    def __init__(self, places: Iterable[Iterable[Operand]], tuples: Iterable[Iterable[int]], label: str = "") -> None:
        in_order, rows = lines_of(places, "Tables"), _rows_of(tuples, "Tables")
        lengths = _arities_of(rows).union([len(cells) for cells in in_order])
        if len(lengths) > 1:
            raise ModelError(
                f"the tuples and places of one table have {' and '.join(map(str, sorted(lengths)))} entries"
            )
        self._set(places=in_order, tuples=rows, label=label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(chain.from_iterable(self.places))

    @property
    def parts(self) -> tuple[Table, ...]:
        return tuple(Table(cells, self.tuples, self.label) for cells in self.places)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        value = assignment.__getitem__
        return self.tuples.issuperset([tuple(map(value, cells)) for cells in self.places])

    def describe(self) -> str:
        places = " ".join(f"({', '.join(cell.name for cell in cells)})" for cells in self.places)
        return f"{places} each in {len(self.tuples)} tuples"


def _rows_of(tuples: Iterable[Iterable[int]], place: str) -> frozenset[tuple[int, ...]]:
    """The tuples as tuples of ints."""
    if isinstance(tuples, frozenset) and len(tuples) <= MAX_KNOWN:
        return _known_rows(tuples, place)
    return _read_rows(tuples, place)


@lru_cache(maxsize=1024)
def _known_rows(rows: frozenset[tuple[int, ...]], place: str) -> frozenset[tuple[int, ...]]:
    """Check the entries of rows, which tables of one rule share, only once."""
    return _read_rows(rows, place)


def _read_rows(tuples: Iterable[Iterable[int]], place: str) -> frozenset[tuple[int, ...]]:
    what, expected = f"{place}: the tuples", "lists of integers, such as [(1, 2), (2, 3)]"
    rows = [row if type(row) is tuple else listed(row, what, expected) for row in listed(tuples, what, expected)]
    if not {int}.issuperset(map(type, chain.from_iterable(rows))):
        rows = [tuple([integer(entry, f"{place}: an entry of a tuple") for entry in row]) for row in rows]
    return frozenset(rows)


def _arities_of(rows: frozenset[tuple[int, ...]]) -> frozenset[int]:
    return _known_arities(rows) if len(rows) <= MAX_KNOWN else frozenset(map(len, rows))


@lru_cache(maxsize=1024)
def _known_arities(rows: frozenset[tuple[int, ...]]) -> frozenset[int]:
    """Check the lengths of rows, which tables of one rule share, only once."""
    return frozenset(map(len, rows))
