"""Functions of cells for use in sums and comparisons: sums, extremes, counts, and elements of an array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import overload

from sudoku_cp._base.arguments import integer, is_integer, listed, one_or_more
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell, LinearExpression, LinearOperand
from sudoku_cp.kernel.expression import Expression, Term


class MaximumTerm(Term):
    """The largest of some expressions."""

    __slots__ = ()
    name = "max_of"

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return max(self.evaluated(assignment))

    def __str__(self) -> str:
        return f"max({', '.join(map(str, self.arguments))})"


class MinimumTerm(Term):
    """The smallest of some expressions."""

    __slots__ = ()
    name = "min_of"

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return min(self.evaluated(assignment))

    def __str__(self) -> str:
        return f"min({', '.join(map(str, self.arguments))})"


class DistinctTerm(Term):
    """The number of different values among some expressions."""

    __slots__ = ()
    name = "distinct_of"

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return len(set(self.evaluated(assignment)))

    def __str__(self) -> str:
        return f"number of different values in {' '.join(map(str, self.arguments))}"


class CountTerm(Term):
    """The number of expressions (with repetition) that have one of the values."""

    __slots__ = ("values",)

    def __init__(self, arguments: Iterable[Expression | int], values: Iterable[int]) -> None:
        super().__init__(*arguments)
        self.values = frozenset(values)

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return sum(value in self.values for value in self.evaluated(assignment))

    def __repr__(self) -> str:
        return f"count_of([{', '.join(map(repr, self.arguments))}], {sorted(self.values)})"

    def __str__(self) -> str:
        values = ", ".join(map(str, sorted(self.values)))
        return f"number of {values} in {' '.join(map(str, self.arguments))}"


class ElementTerm(Term):
    """The item of an array at an index; the index is the last argument."""

    __slots__ = ("first",)

    def __init__(self, array: Iterable[Expression | int], index: Expression | int, first: int) -> None:
        super().__init__(*array, index)
        self.first = first

    def value(self, assignment: Mapping[Cell, int]) -> int:
        """The item at the index.

        Raises
        ------
        IndexError
            If the index is out of range.
        """
        *array, index = self.evaluated(assignment)
        position = index - self.first
        if not 0 <= position < len(array):
            raise IndexError(f"{index} is outside {self}")
        return array[position]

    def __repr__(self) -> str:
        *array, index = self.arguments
        first = "" if self.first == 1 else f", first={self.first}"
        return f"Array([{', '.join(map(repr, array))}]{first})[{index!r}]"

    def __str__(self) -> str:
        *array, index = self.arguments
        return f"({', '.join(map(str, array))})[{index}]"


class Array:
    """A sequence of expressions or integers that a cell can index: ``array[index]``.

    A comparison with an index outside the array does not hold.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.
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
    """

    def __init__(self, items: Iterable[Expression | int], first: int = 1) -> None:
        self.items = _operands(items, "Array")
        self.first = integer(first, "the first index of Array")

    def __getitem__(self, index: Expression | int) -> ElementTerm:
        (checked,) = _operands([index], "Array[index]")
        return ElementTerm(self.items, checked, self.first)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Expression | int]:
        return iter(self.items)


@overload
def sum_of(items: Iterable[LinearOperand | int]) -> LinearExpression: ...
@overload
def sum_of(items: Iterable[Expression | int]) -> Expression: ...
def sum_of(items: Iterable[Expression | int]) -> Expression:
    """The sum of the items; 0 if there are none.

    The built-in ``sum`` makes the same expression, but for type checkers its result may be the integer 0, and so a
    comparison with it a truth value.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.

    Returns
    -------
    Expression
        An expression for use in sums and comparisons; a `LinearExpression` of cells and their weighted sums.

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
    others: list[Expression] = []
    for item in _operands(items, "sum_of"):
        if isinstance(item, LinearOperand):
            linear = item.linear()
            constant += linear.constant
            terms += linear.terms
        elif isinstance(item, Expression):
            others.append(item)
        else:
            constant += item
    return sum(others, start=LinearExpression(tuple(terms), constant))


def max_of(items: Iterable[Expression | int]) -> MaximumTerm:
    """The largest of the items, at least one.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.

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


def min_of(items: Iterable[Expression | int]) -> MinimumTerm:
    """The smallest of the items, at least one; raises as `max_of`.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.

    Returns
    -------
    MinimumTerm
        An expression for use in sums and comparisons.
    """
    return MinimumTerm(*_some(items, "min_of"))


def count_of(items: Iterable[Expression | int], values: Iterable[int] | int) -> CountTerm:
    """The number of items that take the value, or one of the values.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.
    values
        The value or values to count.

    Returns
    -------
    CountTerm
        An expression for use in sums and comparisons.

    Raises
    ------
    ModelError
        If an item is neither an expression nor an integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(1, 10))
    >>> print(count_of([a, b, c], 9) == 1)
    number of 9 in a b c = 1
    """
    return CountTerm(_operands(items, "count_of"), one_or_more(values, "the values of count_of"))


def distinct_of(items: Iterable[Expression | int]) -> DistinctTerm:
    """The number of different values among the items; raises as `count_of`.

    Parameters
    ----------
    items
        Cells, other expressions, or integers.

    Returns
    -------
    DistinctTerm
        An expression for use in sums and comparisons.
    """
    return DistinctTerm(*_operands(items, "distinct_of"))


def _some(items: Iterable[Expression | int], name: str) -> tuple[Expression | int, ...]:
    operands = _operands(items, name)
    if not operands:
        raise ModelError(f"{name} needs at least one cell")
    return operands


def _operands(items: Iterable[Expression | int], name: str) -> tuple[Expression | int, ...]:
    if isinstance(items, Expression | int):
        raise ModelError(f"{name} takes one list of cells: {name}([a, b]), not {name}(a, b)")
    operands = listed(items, f"{name}: the items", "a list of cells")
    for item in operands:
        if not isinstance(item, Expression) and not is_integer(item):
            raise ModelError(f"{name}: {shown(item)} is neither a cell, nor an expression of cells, nor an integer")
    return tuple([item if isinstance(item, Expression) else integer(item, f"{name}: an item") for item in operands])
