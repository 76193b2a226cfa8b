"""Expressions, integers that cells determine: the operators that make sums, terms and constraints of them."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from sudoku_cp._base.arguments import integer, is_integer, listed, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import Cell, LinearExpression
    from sudoku_cp.kernel.constraint import Constraint


class Relation(Enum):
    """The relation of a sum to its constant."""

    EQUAL = ("=", "==", operator.eq)
    UNEQUAL = ("≠", "!=", operator.ne)
    AT_MOST = ("≤", "<=", operator.le)
    AT_LEAST = ("≥", ">=", operator.ge)

    operator: str
    """The comparison in Python."""
    compares: Callable[[int, int], bool]
    """Whether two numbers, left and right of the sign, are in this relation."""

    def __new__(cls, sign: str, comparison: str, compares: Callable[[int, int], bool]) -> Relation:
        """A relation whose value is its sign."""
        relation = object.__new__(cls)
        relation._value_ = sign
        relation.operator = comparison
        relation.compares = compares
        return relation


def relation_of(value: object, what: str) -> Relation:
    """The relation with a sign: one of its own, or the operator of Python.

    Raises
    ------
    ModelError
        If there is none.

    >>> relation_of(">=", "the relation")
    <Relation.AT_LEAST: '≥'>
    """
    if type(value) is Relation:
        return value
    for relation in Relation:
        if isinstance(value, str) and value in (relation.value, relation.operator):
            return relation
    raise refused(what, "a Relation, or one of " + " ".join(relation.operator for relation in Relation), value)


def sum_text(terms: Iterable[tuple[int, object]], constant: int = 0, times: str = "·") -> str:
    """A weighted sum as people write it or, with another multiplication sign, as Python source."""
    write = str if times == "·" else repr
    text = ""
    for weight, term in terms:
        factor = "" if abs(weight) == 1 else f"{abs(weight)}{times}"
        sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
        text += f"{sign}{factor}{write(term)}"
    if not constant and text:
        return text
    return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)


class Operators:
    """The functions that make their results."""

    total: Callable[[tuple[tuple[int, Cell], ...], int], LinearExpression]
    """A weighted sum of cells and a constant."""
    term: Callable[..., Expression]
    """A function of its operands, by its sign."""
    linear: Callable[[tuple[tuple[int, Cell], ...], Relation, int], Constraint]
    """Compares a weighted sum of cells with a constant."""
    member: Callable[[Formula, Iterable[int]], Constraint]
    """Requires one of some values."""
    combination: Callable[[tuple[Condition, ...], Relation, int], Constraint]
    """Compares the number of the conditions that hold with a constant."""


OPERATORS = Operators()


class Formula:
    """An expression or a constraint: what stands in sums, comparisons and combinations, by its operators.

    In sums and comparisons a constraint is 1 if it holds, and 0 otherwise. A comparison makes a constraint. The logical
    operators take constraints, truth values, and expressions with no values but 0 and 1.
    """

    __slots__ = ()

    @abstractmethod
    def as_term(self) -> Expression:
        """Convert to an expression.

        Returns
        -------
        Expression
            The expression itself, or 1 if the constraint holds, and 0 otherwise.
        """

    @abstractmethod
    def linear(self) -> LinearExpression:
        """Convert to a weighted sum.

        Returns
        -------
        LinearExpression
            The cells and terms with their weights, and a constant.
        """

    def __add__(self, other: Operand) -> LinearExpression:
        left, right = self.linear(), as_linear(other, "+")
        if right is None:
            return NotImplemented
        return OPERATORS.total(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__

    def __pos__(self) -> Expression:
        return self.as_term()

    def __neg__(self) -> LinearExpression:
        return _scaled(self.linear(), -1)

    def __sub__(self, other: Operand) -> LinearExpression:
        right = as_linear(other, "-")
        return NotImplemented if right is None else self + _scaled(right, -1)

    def __rsub__(self, other: Operand) -> LinearExpression:
        return _scaled(self.linear(), -1) + other

    def __mul__(self, factor: Operand) -> Expression:
        if isinstance(factor, Formula):
            return OPERATORS.term("*", self, factor)
        if _is_array(factor):
            return NotImplemented
        return _scaled(self.linear(), _weight_of(self, factor))

    __rmul__ = __mul__

    def __abs__(self) -> Expression:
        return OPERATORS.term("abs", self)

    def __floordiv__(self, divisor: Operand) -> Expression:
        return OPERATORS.term("//", self, divisor)

    def __rfloordiv__(self, dividend: Operand) -> Expression:
        return OPERATORS.term("//", dividend, self)

    def __mod__(self, divisor: Operand) -> Expression:
        return OPERATORS.term("%", self, divisor)

    def __rmod__(self, dividend: Operand) -> Expression:
        return OPERATORS.term("%", dividend, self)

    def __pow__(self, exponent: Operand) -> Expression:
        return OPERATORS.term("**", self, exponent)

    def __rpow__(self, base: Operand) -> Expression:
        return OPERATORS.term("**", base, self)

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{self} / {shown(other)} may be no integer: // rounds down, and a == b * c divides exactly")

    def __rtruediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{shown(other)} / {self} may be no integer: // rounds down, and a == b * c divides exactly")

    def __le__(self, other: Operand) -> Constraint:
        return self._compare(other, Relation.AT_MOST, 0)

    def __lt__(self, other: Operand) -> Constraint:
        return self._compare(other, Relation.AT_MOST, -1)

    def __ge__(self, other: Operand) -> Constraint:
        return self._compare(other, Relation.AT_LEAST, 0)

    def __gt__(self, other: Operand) -> Constraint:
        return self._compare(other, Relation.AT_LEAST, 1)

    def __eq__(self, other: Operand) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.EQUAL, 0)

    def __ne__(self, other: Operand) -> Constraint:  # type: ignore[override]
        return self._compare(other, Relation.UNEQUAL, 0)

    __hash__ = object.__hash__

    def _compare(self, other: Operand, relation: Relation, slack: int) -> Constraint:
        left = self.linear()
        constant = slack - left.constant
        # Add up the weights of each cell, in order of first occurrence; a weight of zero keeps the cell in scope.
        weights: dict[Cell, int] = {}
        for weight, cell in left.terms:
            weights[cell] = weights.get(cell, 0) + weight
        if type(other) is int:
            constant += integer(other, "an operand")
        else:
            right = as_linear(other, relation.value)
            if right is None:
                return NotImplemented  # type: ignore[no-any-return]
            constant += right.constant
            for weight, cell in right.terms:
                weights[cell] = weights.get(cell, 0) - weight
        terms = tuple([(weight, cell) for cell, weight in weights.items()])
        return OPERATORS.linear(terms, relation, constant)

    def __or__(self, other: Condition) -> Constraint:
        """Require this condition or the other, or both."""
        return OPERATORS.combination((self, other), Relation.AT_LEAST, 1)

    def __ror__(self, other: Condition) -> Constraint:
        return OPERATORS.combination((other, self), Relation.AT_LEAST, 1)

    def __and__(self, other: Condition) -> Constraint:
        """Require both conditions."""
        return OPERATORS.combination((self, other), Relation.AT_LEAST, 2)

    def __rand__(self, other: Condition) -> Constraint:
        return OPERATORS.combination((other, self), Relation.AT_LEAST, 2)

    def __xor__(self, other: Condition) -> Constraint:
        """Require one of the two conditions, and not the other."""
        return OPERATORS.combination((self, other), Relation.EQUAL, 1)

    def __rxor__(self, other: Condition) -> Constraint:
        return OPERATORS.combination((other, self), Relation.EQUAL, 1)

    def __invert__(self) -> Constraint:
        """Require that the condition does not hold."""
        return OPERATORS.combination((self,), Relation.EQUAL, 0)

    def implies(self, other: Condition) -> Constraint:
        """Require the other condition if this one holds.

        Parameters
        ----------
        other
            A constraint, a truth value, or an expression with no values but 0 and 1.

        Returns
        -------
        Constraint
            The constraint.

        Raises
        ------
        ModelError
            If one of the two is no condition.

        >>> from sudoku_cp import Model
        >>> a, b = Model().variables("ab", domain=(1, 2, 3))
        >>> print((a == 1).implies(b == 2))
        any of (not (a = 1); b = 2)
        """
        return OPERATORS.combination((~self, other), Relation.AT_LEAST, 1)

    def isin(self, values: Iterable[Operand]) -> Constraint:
        """Require one of some values.

        Parameters
        ----------
        values
            Integers or expressions.

        Returns
        -------
        Constraint
            The constraint.

        Raises
        ------
        ModelError
            If one of the values is anything else.

        >>> from sudoku_cp import Model
        >>> (a,) = Model().variables("a", domain=range(9))
        >>> a.isin({1, 4}).holds({a: 4})
        True
        """
        given = listed(values, "the values of isin", "a list of integers or expressions")
        if all(map(is_integer, given)):
            return OPERATORS.member(self, [integer(value, "a value of isin") for value in given])
        return OPERATORS.combination(tuple([self == value for value in given]), Relation.AT_LEAST, 1)

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self} is not known before solving and has no truth value")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Apply an operator of NumPy to each item of an array; comparisons make constraints, and no truth values."""
        import numpy as np

        operands = [np.array(item, dtype=object) if isinstance(item, Formula) else item for item in inputs]
        if ufunc in (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal):
            options.setdefault("dtype", object)
        return getattr(ufunc, method)(*operands, **options)


class Expression(Formula):
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
        ArithmeticError
            If a divisor is 0, or an exponent negative.
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
    def possible_values(self) -> set[int]:
        """The values that it may have, and perhaps others.

        Returns
        -------
        set
            The values that the domains of its cells leave.

        Raises
        ------
        ModelError
            If these are too many.
        """

    def as_term(self) -> Expression:
        return self


Operand = Formula | int
"""What sums and comparisons take: a cell, another expression, a constraint, or a constant."""

Condition = Formula | bool
"""What combinations take: a constraint, an expression with no values but 0 and 1, or a truth value."""


def constant_of(value: object, what: str, expected: str = "a cell, an expression of cells or an integer") -> int:
    """The operand as an integer; a truth value is 0 or 1.

    Raises
    ------
    ModelError
        If it is none.
    """
    return int(value) if isinstance(value, bool) else integer(value, what, expected)


def as_linear(value: object, sign: str) -> LinearExpression | None:
    """The operand of an operator as a weighted sum; None for an array of NumPy, which applies it to its items.

    Raises
    ------
    ModelError
        If it is neither an expression nor an integer; the message begins with the sign.
    """
    if isinstance(value, Formula):
        return value.linear()
    if is_integer(value) or isinstance(value, bool):
        return OPERATORS.total((), constant_of(value, "an operand"))
    if _is_array(value):
        return None
    raise ModelError(f"{sign} {shown(value)}: expected a cell, a sum of cells or an integer")


def _is_array(value: object) -> bool:
    return hasattr(value, "__array_ufunc__") and not is_integer(value)


def _scaled(total: LinearExpression, factor: int) -> LinearExpression:
    return OPERATORS.total(tuple([(weight * factor, cell) for weight, cell in total.terms]), total.constant * factor)


def _weight_of(expression: Formula, factor: object) -> int:
    if type(factor) is int:
        return integer(factor, "a weight")
    return constant_of(factor, f"{expression} * {shown(factor)}: a weight", "an integer")
