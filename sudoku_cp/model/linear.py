"""Cells, sums of cells, and comparisons of sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from sudoku_cp.model.constraint import Constraint
from sudoku_cp.model.errors import ModelError


class Relation(Enum):
    """How a sum relates to its constant."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_MOST = "≤"
    AT_LEAST = "≥"

    def compares(self, left: int, right: int) -> bool:
        """Say whether ``left`` relates to ``right`` so."""
        match self:
            case Relation.EQUAL:
                return left == right
            case Relation.UNEQUAL:
                return left != right
            case Relation.AT_MOST:
                return left <= right
            case Relation.AT_LEAST:
                return left >= right


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Linear(Constraint):
    """A weighted sum of cells compared with a constant: Σ weight · cell {=, ≠, ≤, ≥} constant.

    Usually built by comparing expressions.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=range(1, 10))
    >>> print(a + 2 * b <= 7)
    a + 2·b ≤ 7
    >>> (a < b).holds({a: 3, b: 3})
    False
    """

    terms: tuple[tuple[int, Cell], ...]
    relation: Relation
    constant: int
    label: str = ""

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple([cell for _, cell in self.terms])

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        total = sum([weight * assignment[cell] for weight, cell in self.terms])
        return self.relation.compares(total, self.constant)

    def describe(self) -> str:
        return f"{LinearExpression(self.terms)} {self.relation.value} {self.constant}"


class _Comparable:
    """The operators that cells and linear expressions share."""

    __slots__ = ()

    def _expression(self) -> LinearExpression:
        raise ModelError(f"{self!r} has no linear form")

    def __add__(self, other: _Comparable | int) -> LinearExpression:
        left, right = self._expression(), _as_expression(other, "+")
        return LinearExpression(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__

    def __neg__(self) -> LinearExpression:
        return self * -1

    def __sub__(self, other: _Comparable | int) -> LinearExpression:
        return self + _as_expression(other, "-") * -1

    def __rsub__(self, other: int) -> LinearExpression:
        return self * -1 + other

    def __mul__(self, factor: int) -> LinearExpression:
        if not _is_integer(factor):
            raise ModelError(f"{self} * {factor}: a weight must be an integer (a product of two cells is not linear)")
        expression = self._expression()
        return LinearExpression(
            tuple((weight * factor, cell) for weight, cell in expression.terms), expression.constant * factor
        )

    __rmul__ = __mul__

    def __le__(self, other: _Comparable | int) -> Linear:
        return self._compare(other, Relation.AT_MOST, 0)

    def __lt__(self, other: _Comparable | int) -> Linear:
        return self._compare(other, Relation.AT_MOST, -1)

    def __ge__(self, other: _Comparable | int) -> Linear:
        return self._compare(other, Relation.AT_LEAST, 0)

    def __gt__(self, other: _Comparable | int) -> Linear:
        return self._compare(other, Relation.AT_LEAST, 1)

    def __eq__(self, other: _Comparable | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.EQUAL, 0)

    def __ne__(self, other: _Comparable | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.UNEQUAL, 0)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self} is not known before solving and has no truth value")

    def _compare(self, other: _Comparable | int, relation: Relation, slack: int) -> Linear:
        left, right = self._expression(), _as_expression(other, relation)
        # Add up the weights of each cell, in order of first occurrence; a weight of zero keeps the cell in scope.
        weights: dict[Cell, int] = {}
        for weight, cell in left.terms:
            weights[cell] = weights.get(cell, 0) + weight
        for weight, cell in right.terms:
            weights[cell] = weights.get(cell, 0) - weight
        terms = tuple([(weight, cell) for cell, weight in weights.items()])
        return Linear(terms, relation, slack + right.constant - left.constant)


class Cell(_Comparable):
    """A variable: a cell of a grid, or any other unknown with a finite domain of integers.

    Cells are compared with ``==`` to build constraints, so they are told apart by identity: use them as keys of
    dicts and members of sets.
    """

    __slots__ = ("_digit", "column", "domain", "index", "name", "row")

    def __init__(
        self, name: str, index: int, domain: tuple[int, ...], row: int | None = None, column: int | None = None
    ) -> None:
        self.name = name
        self.index = index
        """Its position in ``Model.cells``."""
        self.domain = domain
        """The values it may take, ascending."""
        self.row = row
        """Counted from 1 at the top; None for a variable that is not in a grid."""
        self.column = column
        self._digit: Cell | None = None

    @property
    def digit(self) -> Cell:
        """Of a variable for what a cell counts as, that cell; else the cell itself."""
        return self if self._digit is None else self._digit

    @digit.setter
    def digit(self, cell: Cell) -> None:
        self._digit = cell

    def _expression(self) -> LinearExpression:
        return LinearExpression(((1, self),))

    def __repr__(self) -> str:
        return self.name


class LinearExpression(_Comparable):
    """A weighted sum of cells plus a constant: Σ weight · cell + constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Cell], ...], constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    def _expression(self) -> LinearExpression:
        return self

    def value(self, assignment: Mapping[Cell, int]) -> int:
        """The sum under an assignment of its cells."""
        return sum(weight * assignment[cell] for weight, cell in self.terms) + self.constant

    def __repr__(self) -> str:
        text = ""
        for weight, cell in self.terms:
            factor = "" if abs(weight) == 1 else f"{abs(weight)}·"
            sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
            text += f"{sign}{factor}{cell.name}"
        if not self.constant and text:
            return text
        if not text:
            return str(self.constant)
        return f"{text} {'-' if self.constant < 0 else '+'} {abs(self.constant)}"


def _is_integer(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _as_expression(value: _Comparable | int, operator: str | Relation) -> LinearExpression:
    if isinstance(value, _Comparable):
        return value._expression()
    if _is_integer(value):
        return LinearExpression((), int(value))
    sign = operator.value if isinstance(operator, Relation) else operator
    raise ModelError(f"{sign} {value!r}: expected a cell, a sum of cells or an integer")
