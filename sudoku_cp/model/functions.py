"""One cell is a function of others: an element of an array, a count, an extremum, a product."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from sudoku_cp.model.constraint import Constraint
from sudoku_cp.model.errors import ModelError
from sudoku_cp.model.expressions import Cell, cells_of
from sudoku_cp.model.linear import Relation

Value = Cell | int
"""A cell, or a number that is known."""


def value_of(term: Value, assignment: Mapping[Cell, int]) -> int:
    """The number, or the cell's value."""
    return assignment[term] if isinstance(term, Cell) else term


def cells_in(*terms: Value) -> tuple[Cell, ...]:
    """Those of the terms that are cells."""
    return tuple(term for term in terms if isinstance(term, Cell))


def _check_value(value: object, name: str, kinds: type | tuple[type, ...] = (Cell, int)) -> None:
    if not isinstance(value, kinds) or isinstance(value, bool):
        expected = "a cell" if kinds is Cell else "a cell or an integer"
        raise ModelError(f"{name} must be {expected}, not {value!r}")


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Element(Constraint):
    """The cell of the array that the index points at has the value; an index outside the array breaks it.

    Parameters
    ----------
    array
        The cells, of which the first has the index ``first``.
    index
        The cell that points.
    value
        What the cell pointed at must be.
    """

    array: tuple[Cell, ...]
    index: Cell
    value: Value
    first: int = 1
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "array", cells_of(self.array, "Element"))
        _check_value(self.index, "the index of Element", Cell)
        _check_value(self.value, "the value of Element")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.array, self.index, *cells_in(self.value))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        position = assignment[self.index] - self.first
        inside = 0 <= position < len(self.array)
        return inside and assignment[self.array[position]] == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"({', '.join(cell.name for cell in self.array)})[{self.index}] = {self.value}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Count(Constraint):
    """The number of cells (with repetition) that take one of the values, compared with a number or a cell.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(1, 2, 3))
    >>> Count((a, b), frozenset({1, 3}), c).holds({a: 1, b: 3, c: 2})
    True
    """

    cells: tuple[Cell, ...]
    values: frozenset[int]
    number: Value
    relation: Relation = Relation.EQUAL
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", cells_of(self.cells, "Count"))
        object.__setattr__(self, "values", frozenset(self.values))
        _check_value(self.number, "the number of Count")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.number))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        count = sum(assignment[cell] in self.values for cell in self.cells)
        return self.relation.compares(count, value_of(self.number, assignment))

    def describe(self) -> str:
        cells, values = " ".join(cell.name for cell in self.cells), ", ".join(map(str, sorted(self.values)))
        return f"number of {values} in {cells} {self.relation.value} {self.number}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class CountDistinct(Constraint):
    """The number of different values among the cells, compared with a number or a cell."""

    cells: tuple[Cell, ...]
    number: Value
    relation: Relation = Relation.EQUAL
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", cells_of(self.cells, "CountDistinct"))
        _check_value(self.number, "the number of CountDistinct")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.number))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        count = len({assignment[cell] for cell in self.cells})
        return self.relation.compares(count, value_of(self.number, assignment))

    def describe(self) -> str:
        cells = " ".join(cell.name for cell in self.cells)
        return f"number of different values in {cells} {self.relation.value} {self.number}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _OfCells(Constraint):
    """What the functions of cells to one value share."""

    cells: tuple[Cell, ...]
    value: Value
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", cells_of(self.cells, type(self).__name__))
        _check_value(self.value, f"the value of {type(self).__name__}")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *cells_in(self.value))


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Maximum(_OfCells):
    """The largest of the cells is the value; of no cells it holds never."""

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return max((assignment[cell] for cell in self.cells), default=None) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"max({', '.join(cell.name for cell in self.cells)}) = {self.value}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Minimum(_OfCells):
    """The smallest of the cells is the value; of no cells it holds never."""

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return min((assignment[cell] for cell in self.cells), default=None) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"min({', '.join(cell.name for cell in self.cells)}) = {self.value}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Product(_OfCells):
    """The product of the cells (1 of no cells) is the value; a cell that occurs twice is squared."""

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return prod(assignment[cell] for cell in self.cells) == value_of(self.value, assignment)

    def describe(self) -> str:
        return f"{' · '.join(cell.name for cell in self.cells) or '1'} = {self.value}"
