"""Expressions: integers that cells determine. Sums may contain terms such as products and extremes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, ClassVar, NoReturn, overload

from sudoku_cp._base.arguments import integer, is_integer
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.constraint import Constraint, Relation, sum_text

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import Cell


class Expression:
    """An integer that cells determine. Comparing it with another expression or an integer makes a constraint."""

    __slots__ = ()

    @abstractmethod
    def value(self, assignment: Mapping[Cell, int]) -> int:
        """Evaluate the expression.

        Parameters
        ----------
        assignment
            A value for each cell.

        Returns
        -------
        int
            The value.

        Raises
        ------
        IndexError
            If an index points outside its array.
        """

    @abstractmethod
    def cells(self) -> Iterator[Cell]:
        """The cells it reads, with repetition.

        Yields
        ------
        Cell
            Each cell, in order.
        """

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
        return _scaled(self._sum(), weight_of(self, factor))

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
    """A non-linear function of expressions, such as a product or a maximum."""

    __slots__ = ("arguments",)
    name: ClassVar[str]
    """The function that makes it from a list of arguments, if there is one."""

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
        """Multiply the factors; a factor that is a product contributes its own factors."""
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


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class ExpressionComparison(Constraint):
    """A comparison of a constant with a sum that has terms such as products; an index outside its array breaks it.

    No solver solves it directly: the model that it is added to replaces each term by a variable.
    """

    expression: Sum
    relation: Relation
    constant: int
    label: str = ""

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(self.expression.cells())

    @property
    def has_terms(self) -> bool:
        return True

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        try:
            return self.relation.compares(self.expression.value(assignment), self.constant)
        except IndexError:
            return False

    def describe(self) -> str:
        return f"{self.expression} {self.relation.value} {self.constant}"

    def __repr__(self) -> str:
        return f"{self.expression!r} {self.relation.operator} {self.constant}"


def _bracketed(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text


def weight_of(expression: Expression, factor: object) -> int:
    """The factor of an expression as an integer.

    Raises
    ------
    ModelError
        If it is not constant.
    """
    if type(factor) is int:
        return integer(factor, "a weight")
    return integer(factor, f"{expression} * {shown(factor)}: a weight")


def _as_sum(value: Expression | int, operator: str) -> Sum:
    if isinstance(value, Expression):
        return value._sum()
    if is_integer(value):
        return Sum((), integer(value, "an operand"))
    raise ModelError(f"{operator} {shown(value)}: expected a cell, a sum of cells or an integer")


def _scaled(total: Sum, factor: int) -> Sum:
    return Sum(tuple((weight * factor, term) for weight, term in total.terms), total.constant * factor)
