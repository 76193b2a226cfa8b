"""Cells, and what is computed from them: weighted sums, and functions such as products that may stand in sums."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import ClassVar, NoReturn, overload

from sudoku_cp.model.errors import ModelError
from sudoku_cp.model.linear import ExpressionComparison, Linear, Relation, sum_text


class Expression:
    """An integer that the cells determine; comparing it with another one, or with an integer, makes a constraint."""

    __slots__ = ()

    @abstractmethod
    def value(self, assignment: Mapping[Cell, int]) -> int:
        """The integer under an assignment of its cells.

        Raises
        ------
        IndexError
            If an index points outside its array.
        """

    @abstractmethod
    def cells(self) -> Iterator[Cell]:
        """The cells it reads, with repetition."""

    @abstractmethod
    def _sum(self) -> Sum: ...

    def __add__(self, other: Expression | int) -> Sum:
        left, right = self._sum(), _as_sum(other, "+")
        return Sum(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__

    def __neg__(self) -> Sum:
        return _scaled(self._sum(), -1)

    def __sub__(self, other: Expression | int) -> Sum:
        return self + _scaled(_as_sum(other, "-"), -1)

    def __rsub__(self, other: Expression | int) -> Sum:
        return -self + other

    @overload
    def __mul__(self, factor: int) -> Sum: ...
    @overload
    def __mul__(self, factor: Expression) -> ProductTerm: ...
    def __mul__(self, factor: Expression | int) -> Sum | ProductTerm:
        if isinstance(factor, Expression):
            return ProductTerm.of(self, factor)
        return _scaled(self._sum(), _weight(self, factor))

    __rmul__ = __mul__

    def __abs__(self) -> AbsoluteTerm:
        return AbsoluteTerm(self)

    def __le__(self, other: Expression | int) -> ExpressionComparison:
        return self._compare(other, Relation.AT_MOST, 0)

    def __lt__(self, other: Expression | int) -> ExpressionComparison:
        return self._compare(other, Relation.AT_MOST, -1)

    def __ge__(self, other: Expression | int) -> ExpressionComparison:
        return self._compare(other, Relation.AT_LEAST, 0)

    def __gt__(self, other: Expression | int) -> ExpressionComparison:
        return self._compare(other, Relation.AT_LEAST, 1)

    def __eq__(self, other: Expression | int) -> ExpressionComparison:  # type: ignore[override]
        return self._compare(other, Relation.EQUAL, 0)

    def __ne__(self, other: Expression | int) -> ExpressionComparison:  # type: ignore[override]
        return self._compare(other, Relation.UNEQUAL, 0)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self} is not known before solving and has no truth value")

    def _compare(self, other: Expression | int, relation: Relation, slack: int) -> ExpressionComparison:
        difference = self._sum() + _scaled(_as_sum(other, relation.value), -1)
        return ExpressionComparison(Sum(difference.terms), relation, slack - difference.constant)


class LinearOperand(Expression):
    """The operators of cells and their weighted sums; with other expressions those of `Expression` take over."""

    __slots__ = ()

    @abstractmethod
    def linear(self) -> LinearExpression:
        """As a weighted sum of cells."""

    def _sum(self) -> Sum:
        linear = self.linear()
        return Sum(linear.terms, linear.constant)

    def __add__(self, other: LinearOperand | int) -> LinearExpression:  # type: ignore[override]
        if (right := _as_linear(other, "+")) is None:
            return NotImplemented
        left = self.linear()
        return LinearExpression(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__  # type: ignore[assignment]

    def __neg__(self) -> LinearExpression:  # type: ignore[override]
        return self * -1

    def __sub__(self, other: LinearOperand | int) -> LinearExpression:  # type: ignore[override]
        if (right := _as_linear(other, "-")) is None:
            return NotImplemented
        return self + right * -1

    def __rsub__(self, other: int) -> LinearExpression:  # type: ignore[override]
        return self * -1 + other

    @overload  # type: ignore[override]
    def __mul__(self, factor: int) -> LinearExpression: ...
    @overload
    def __mul__(self, factor: Expression) -> ProductTerm: ...
    def __mul__(self, factor: Expression | int) -> LinearExpression | ProductTerm:
        if isinstance(factor, Expression):
            return ProductTerm.of(self, factor)
        weight, expression = _weight(self, factor), self.linear()
        terms = tuple([(times * weight, cell) for times, cell in expression.terms])
        return LinearExpression(terms, expression.constant * weight)

    __rmul__ = __mul__  # type: ignore[assignment]

    def __le__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.AT_MOST, 0)

    def __lt__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.AT_MOST, -1)

    def __ge__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.AT_LEAST, 0)

    def __gt__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.AT_LEAST, 1)

    def __eq__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.EQUAL, 0)

    def __ne__(self, other: LinearOperand | int) -> Linear:  # type: ignore[override]
        return self._compare(other, Relation.UNEQUAL, 0)

    __hash__ = object.__hash__

    def _compare(self, other: LinearOperand | int, relation: Relation, slack: int) -> Linear:  # type: ignore[override]
        right = _as_linear(other, relation.value)
        if right is None:
            return NotImplemented  # type: ignore[no-any-return]
        left = self.linear()
        # Add up the weights of each cell, in order of first occurrence; a weight of zero keeps the cell in scope.
        weights: dict[Cell, int] = {}
        for weight, cell in left.terms:
            weights[cell] = weights.get(cell, 0) + weight
        for weight, cell in right.terms:
            weights[cell] = weights.get(cell, 0) - weight
        terms = tuple([(weight, cell) for cell, weight in weights.items()])
        return Linear(terms, relation, slack + right.constant - left.constant)


class Cell(LinearOperand):
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

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return assignment[self]

    def cells(self) -> Iterator[Cell]:
        yield self

    def linear(self) -> LinearExpression:
        return LinearExpression(((1, self),))

    def __repr__(self) -> str:
        return self.name


class LinearExpression(LinearOperand):
    """A weighted sum of cells plus a constant: Σ weight · cell + constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Cell], ...], constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return sum(weight * assignment[cell] for weight, cell in self.terms) + self.constant

    def cells(self) -> Iterator[Cell]:
        return (cell for _, cell in self.terms)

    def linear(self) -> LinearExpression:
        return self

    def __repr__(self) -> str:
        return sum_text(self.terms, self.constant, " * ")

    def __str__(self) -> str:
        return sum_text(self.terms, self.constant)


class Sum(Expression):
    """A weighted sum of cells and terms plus a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Cell | Term], ...], constant: int = 0) -> None:
        self.terms = terms
        self.constant = constant

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return sum(weight * term.value(assignment) for weight, term in self.terms) + self.constant

    def cells(self) -> Iterator[Cell]:
        return (cell for _, term in self.terms for cell in term.cells())

    def _sum(self) -> Sum:
        return self

    def __repr__(self) -> str:
        return sum_text(self.terms, self.constant, " * ")

    def __str__(self) -> str:
        return sum_text(self.terms, self.constant)


class Term(Expression):
    """A function of expressions that is not linear, such as a product or a maximum."""

    __slots__ = ("arguments",)
    name: ClassVar[str]
    """The function that makes it of a list of arguments, where there is one."""

    def __init__(self, *arguments: Expression | int) -> None:
        self.arguments = arguments

    def cells(self) -> Iterator[Cell]:
        return (cell for part in self.arguments if isinstance(part, Expression) for cell in part.cells())

    def evaluated(self, assignment: Mapping[Cell, int]) -> list[int]:
        """The values of the arguments."""
        return [part.value(assignment) if isinstance(part, Expression) else part for part in self.arguments]

    def _sum(self) -> Sum:
        return Sum(((1, self),))

    def __repr__(self) -> str:
        return f"{self.name}([{', '.join(map(repr, self.arguments))}])"


class ProductTerm(Term):
    """The product of expressions, as in ``a * b``."""

    __slots__ = ()

    @classmethod
    def of(cls, *factors: Expression) -> ProductTerm:
        """Multiply the factors; those of a product are factors themselves."""
        parts = [part.arguments if isinstance(part, ProductTerm) else (part,) for part in factors]
        return cls(*(factor for arguments in parts for factor in arguments))

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return prod(self.evaluated(assignment))

    def __repr__(self) -> str:
        return " * ".join(_bracketed(repr(part)) for part in self.arguments)

    def __str__(self) -> str:
        return "·".join(_bracketed(str(part)) for part in self.arguments)


class AbsoluteTerm(Term):
    """The absolute value of an expression, as in ``abs(a - b)``."""

    __slots__ = ()

    def value(self, assignment: Mapping[Cell, int]) -> int:
        (value,) = self.evaluated(assignment)
        return abs(value)

    def __repr__(self) -> str:
        return f"abs({self.arguments[0]!r})"

    def __str__(self) -> str:
        return f"|{self.arguments[0]}|"


def cells_of(cells: Iterable[object], place: str) -> tuple[Cell, ...]:
    """The cells as a tuple.

    Raises
    ------
    ModelError
        If one of them is no cell; the message starts with the place.
    """
    try:
        listed = tuple(cells)
    except TypeError:
        raise ModelError(f"{place}: expected a list of cells, not {cells!r}") from None
    for item in listed:
        if item.__class__ is not Cell:
            raise ModelError(f"{place}: {item!r} is not a cell")
    return listed  # type: ignore[return-value]


def _bracketed(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text


def _is_integer(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _as_linear(value: Expression | int, operator: str) -> LinearExpression | None:
    """The operand as a weighted sum of cells; None where it is another expression."""
    if isinstance(value, LinearOperand):
        return value.linear()
    if isinstance(value, Expression):
        return None
    if _is_integer(value):
        return LinearExpression((), int(value))
    raise ModelError(f"{operator} {value!r}: expected a cell, a sum of cells or an integer")


def _as_sum(value: Expression | int, operator: str) -> Sum:
    linear = _as_linear(value, operator)
    if linear is not None:
        return Sum(linear.terms, linear.constant)
    assert isinstance(value, Expression)
    return value._sum()


def _scaled(total: Sum, factor: int) -> Sum:
    return Sum(tuple((weight * factor, term) for weight, term in total.terms), total.constant * factor)


def _weight(expression: Expression, factor: object) -> int:
    if not _is_integer(factor):
        raise ModelError(f"{expression} * {factor}: a weight must be an integer")
    return int(factor)  # type: ignore[call-overload, no-any-return]
