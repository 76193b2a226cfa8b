"""Functions of cells for use in sums and comparisons: sums, extremes, counts, and elements of an array."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.arguments import integer, is_integer, listed, one_or_more
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell, LinearExpression
from sudoku_cp.kernel.combination import AnyOf, constraint_of
from sudoku_cp.kernel.expression import Expression, Formula, Operand, constant_of
from sudoku_cp.kernel.terms import CountTerm, DistinctTerm, ElementTerm, MaximumTerm, MinimumTerm, may_lack_a_value

if TYPE_CHECKING:
    from sudoku_cp.kernel.constraint import Constraint


class Array:
    """A sequence of expressions or integers that a cell can index: ``array[index]``.

    A comparison with an index outside the array does not hold. An array of rows takes two indices, ``array[i, j]``.
    A comparison of a whole array makes a list of constraints, one for each item.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers; or rows of these, all of one length.
    first
        The index of the first item.

    Raises
    ------
    ModelError
        If an item is anything else.

    >>> from sudoku_cp import Model
    >>> a, b, i = Model().variables("abi", domain=(1, 2, 3))
    >>> print(Array([a, b])[i] + 1 <= 3)
    (a, b)[i] ≤ 2
    >>> (Array([a, b])[i] == 3).holds({a: 1, b: 3, i: 2})
    True
    >>> Array([a, b]) != 3
    [a != 3, b != 3]
    """

    def __init__(self, items: Iterable[Operand | Iterable[Operand]], first: int = 1) -> None:
        if isinstance(items, Formula | int):
            items = _operands(items, "Array")  # which refuses them
        given = listed(items, "Array: the items", "a list of cells")
        rows = [_operands(row, "Array") for row in given if _is_row(row)]
        self.width = len(rows[0]) if rows else None
        if rows and (len(rows) != len(given) or {*map(len, rows)} != {self.width}):
            raise ModelError("Array: the rows must have one length")
        self.items = tuple(chain(*rows)) if rows else _operands(given, "Array")
        self.first = integer(first, "the first index of Array")

    def __getitem__(self, index: Operand | tuple[Operand, Operand]) -> ElementTerm:
        indices = _operands(index if isinstance(index, tuple) else [index], "Array[index]")
        if len(indices) != (1 if self.width is None else 2):
            raise ModelError("an array of rows takes two indices, such as array[i, j], and any other takes one")
        if self.width is None:
            return ElementTerm(self.items, indices[0], self.first)
        row, place = indices
        inside = range(self.first, self.first + self.width)
        if not isinstance(place, Expression) or not place.possible_values() <= {*inside}:
            place = ElementTerm(inside, place, self.first)  # of another row, it would be an item
        return ElementTerm(self.items, (row - self.first) * self.width + place, self.first)

    def _compared(self, compare: Callable[[Any, Any], Constraint], other: object) -> list[Constraint]:
        others = [other] * len(self) if isinstance(other, Formula | int) else [*listed(other, "an array", "a list")]
        if len(others) != len(self.items):
            raise ModelError(f"an array of {len(self.items)} items is compared with one of {len(others)}")
        return [constraint_of(compare(*pair)) for pair in zip(self.items, others, strict=True)]

    def __eq__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:  # type: ignore[override]
        return self._compared(operator.eq, other)

    def __ne__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:  # type: ignore[override]
        return self._compared(operator.ne, other)

    def __lt__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:
        return self._compared(operator.lt, other)

    def __le__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:
        return self._compared(operator.le, other)

    def __gt__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:
        return self._compared(operator.gt, other)

    def __ge__(self, other: Operand | Iterable[Operand]) -> list[Constraint]:
        return self._compared(operator.ge, other)

    __hash__ = object.__hash__

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Operand]:
        return iter(self.items)


def _is_row(item: object) -> bool:
    return isinstance(item, Iterable) and not isinstance(item, Formula | str)


def sum_of(items: Iterable[Operand]) -> LinearExpression:
    """The sum of the items; 0 if there are none.

    The built-in ``sum`` makes the same expression, but for type checkers its result may be the integer 0, and so a
    comparison with it a truth value. Of constraints it is the number that hold.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers.

    Returns
    -------
    LinearExpression
        An expression for use in sums and comparisons.

    Raises
    ------
    ModelError
        If an item is neither an expression nor an integer.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(9)
    >>> sudoku += sum_of(sudoku.rows[0][:3]) == 15
    >>> print(sudoku.constraints[-1])
    r1c1 + r1c2 + r1c3 = 15
    """
    constant = 0
    terms: list[tuple[int, Cell]] = []
    for item in _operands(items, "sum_of"):
        if isinstance(item, Expression):
            linear = item.linear()
            constant += linear.constant
            terms += linear.terms
        else:
            constant += item
    return LinearExpression(tuple(terms), constant)


def max_of(items: Iterable[Operand]) -> MaximumTerm:
    """The largest of the items, at least one.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers.

    Returns
    -------
    MaximumTerm
        An expression for use in sums and comparisons.

    Raises
    ------
    ModelError
        If there is none, or an item is neither an expression nor an integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(1, 10))
    >>> print(max_of([a, b]) - c >= 2)
    max(a, b) - c ≥ 2
    """
    return MaximumTerm(*_some(items, "max_of"))


def min_of(items: Iterable[Operand]) -> MinimumTerm:
    """The smallest of the items, at least one; raises as `max_of`.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers.

    Returns
    -------
    MinimumTerm
        An expression for use in sums and comparisons.
    """
    return MinimumTerm(*_some(items, "min_of"))


def count_of(items: Iterable[Operand], values: Iterable[Operand] | Operand) -> Expression:
    """The number of items that take the value, or one of the values.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers.
    values
        The value or values to count: integers or expressions.

    Returns
    -------
    Expression
        An expression for use in sums and comparisons.

    Raises
    ------
    ModelError
        If an item or a value is neither an expression nor an integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(1, 10))
    >>> print(count_of([a, b, c], 9) == 1)
    number of 9 in a b c = 1
    """
    counted = _operands(items, "count_of")
    if isinstance(values, Formula):
        values = [values]
    if is_integer(values):
        return CountTerm(counted, one_or_more(values, "the values of count_of"))
    wanted = listed(values, "the values of count_of", "an integer or an expression, or a list of them")
    if not any(isinstance(value, Formula) for value in wanted):
        return CountTerm(counted, one_or_more(wanted, "the values of count_of"))
    wanted = _operands(wanted, "the values of count_of")
    if any(map(may_lack_a_value, (*counted, *wanted))):  # then the number has none, either
        return CountTerm([_product_of([item - value for value in wanted]) for item in counted], [0])
    equal = [[item == value for value in wanted] for item in counted]
    return sum_of([some[0] if len(some) == 1 else AnyOf(*some) for some in equal])


def _product_of(factors: Iterable[Operand]) -> Operand:
    product: Operand = 1
    for factor in factors:
        product = factor * product
    return product


def distinct_of(items: Iterable[Operand]) -> DistinctTerm:
    """The number of different values among the items; raises as `count_of`.

    Parameters
    ----------
    items
        Cells, other expressions, constraints, or integers.

    Returns
    -------
    DistinctTerm
        An expression for use in sums and comparisons.
    """
    return DistinctTerm(*_operands(items, "distinct_of"))


def _some(items: Iterable[Operand], name: str) -> tuple[Expression | int, ...]:
    operands = _operands(items, name)
    if not operands:
        raise ModelError(f"{name} needs at least one cell")
    return operands


def _operands(items: object, name: str) -> tuple[Expression | int, ...]:
    if isinstance(items, Formula | int):
        raise ModelError(f"{name} takes one list of cells: {name}([a, b]), not {name}(a, b)")
    operands = listed(items, f"{name}: the items", "a list of cells")
    for item in operands:
        if not isinstance(item, Formula | bool) and not is_integer(item):
            raise ModelError(f"{name}: {shown(item)} is neither a cell, nor an expression of cells, nor an integer")
    return tuple([item.as_term() if isinstance(item, Formula) else constant_of(item, name) for item in operands])
