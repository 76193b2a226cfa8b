"""The terms of operators: products, quotients, remainders, powers, absolute values, and constraints as numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from sudoku_cp._base.arguments import MOST_BITS
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import MAX_PAIRS, MAX_VALUES, Cell, few
from sudoku_cp.kernel.expression import Expression, Formula, Operand
from sudoku_cp.kernel.terms import Term, may_lack_a_value

if TYPE_CHECKING:
    from sudoku_cp.kernel.constraint import Constraint


class TruthTerm(Term):
    """A constraint as a term: 1 if it holds, and 0 otherwise."""

    __slots__ = ("constraint",)

    def __init__(self, constraint: Constraint) -> None:
        super().__init__()
        self.constraint = constraint

    def cells(self) -> Iterator[Cell]:
        return iter(self.constraint.scope)

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return int(self.constraint.holds(assignment))

    def function(self, values: Sequence[int]) -> int:
        raise NotImplementedError  # it has no arguments

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        return {0, 1}

    def __repr__(self) -> str:
        return f"({self.constraint!r})"

    def __str__(self) -> str:
        return f"({self.constraint})"


class ProductTerm(Term):
    """The product of expressions, as in ``a * b``."""

    __slots__ = ()

    @classmethod
    def of(cls, *factors: Formula) -> ProductTerm:
        """Multiply the factors; a factor that is a product contributes its own factors."""
        parts = [part.arguments if isinstance(part, ProductTerm) else (part,) for part in factors]
        return cls(*(factor for arguments in parts for factor in arguments))

    def function(self, values: Sequence[int]) -> int:
        return prod(values)

    def possible_values(self) -> set[int]:
        if assignments_of(self) > MAX_ASSIGNMENTS or may_lack_a_value(self):
            return super().possible_values()
        cells = tuple(dict.fromkeys(self.cells()))
        return {self.value(dict(zip(cells, row, strict=True))) for row in product(*(cell.domain for cell in cells))}

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        """The products of the values of the factors.

        Raises
        ------
        ModelError
            If there are too many.
        """
        products = {1}
        for values in parts:
            if len(products) * len(values) > MAX_PAIRS:
                raise ModelError(f"{self} may take more than {MAX_VALUES:,} values")
            products = few({left * right for left in products for right in values}, self)
        return products

    def __repr__(self) -> str:
        return " * ".join(_bracketed(repr(part)) for part in self.arguments)

    def __str__(self) -> str:
        return "·".join(_bracketed(str(part)) for part in self.arguments)


class AbsoluteTerm(Term):
    """The absolute value of an expression, as in ``abs(a - b)``."""

    __slots__ = ()

    def function(self, values: Sequence[int]) -> int:
        (value,) = values
        return abs(value)

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        return set(map(abs, parts[0]))

    def __repr__(self) -> str:
        return f"abs({self.arguments[0]!r})"

    def __str__(self) -> str:
        return f"|{self.arguments[0]}|"


class TabulatedTerm(Term):
    """A function of two arguments whose values a table lists.

    Parameters
    ----------
    *arguments
        The two arguments.

    Raises
    ------
    ModelError
        If the second one is a constant with which it has no value.
    """

    __slots__ = ()
    checked = 1
    sign: ClassVar[str]

    def __init__(self, *arguments: Operand) -> None:
        super().__init__(*arguments)
        right = self.arguments[1]
        if isinstance(right, int) and (right < 0 if self.sign == "**" else right == 0):
            raise ModelError(f"{self} has no value")

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        """The values, tried one by one.

        Raises
        ------
        ModelError
            If there are more than `MAX_TRIALS` values of the arguments.
        """
        if prod(map(len, parts)) > MAX_TRIALS:
            raise ModelError(f"{self} has more than {MAX_TRIALS:,} combinations of arguments")
        found = set()
        for values in product(*parts):
            try:
                found.add(self.function(values))
            except ArithmeticError:
                continue
        return found or {0}

    def __repr__(self) -> str:
        return f"({f' {self.sign} '.join(_bracketed(repr(part)) for part in self.arguments)})"

    def __str__(self) -> str:
        return f"({f' {self.sign} '.join(_bracketed(str(part)) for part in self.arguments)})"


MAX_TRIALS = 1_000_000
"""The most values of arguments that are tried to find the values of a term."""

MAX_DIVISIONS = 20_000
"""The most values of arguments for which a table lists the quotients or remainders."""


class DivisionTerm(TabulatedTerm):
    """A quotient or a remainder of integers; it has no value for the divisor 0."""

    __slots__ = ()

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        """The values, tried one by one, or all between bounds.

        Raises
        ------
        ModelError
            If there are too many.
        """
        if prod(map(len, parts)) <= MAX_DIVISIONS:
            return super().values_of(parts)
        least, most = self.bounds(*parts)
        if most - least >= MAX_VALUES:
            raise ModelError(f"{self} may take more than {MAX_VALUES:,} values")
        return set(range(least, most + 1))

    @abstractmethod
    def bounds(self, dividends: set[int], divisors: set[int]) -> tuple[int, int]:
        """A least and a largest value."""

    def conditions(self, checked: Cell) -> list[Constraint]:
        return [checked != 0] if 0 in checked.domain else []


class QuotientTerm(DivisionTerm):
    """The quotient of two expressions, rounded down, as in ``a // b``."""

    __slots__ = ()
    sign = "//"

    def bounds(self, dividends: set[int], divisors: set[int]) -> tuple[int, int]:
        least, most = min(0, *dividends), max(0, *dividends)
        if min(divisors) >= 0:
            return least, most
        return min(least, -most), max(most, -least)

    def function(self, values: Sequence[int]) -> int:
        dividend, divisor = values
        return dividend // divisor


class RemainderTerm(DivisionTerm):
    """The remainder of a division, as in ``a % b``; it has the sign of the divisor."""

    __slots__ = ()
    sign = "%"

    def bounds(self, dividends: set[int], divisors: set[int]) -> tuple[int, int]:
        return min(0, min(divisors) + 1), max(0, max(divisors) - 1)

    def function(self, values: Sequence[int]) -> int:
        dividend, divisor = values
        return dividend % divisor


class PowerTerm(TabulatedTerm):
    """A power, as in ``a ** b``; it has no value for a negative exponent."""

    __slots__ = ()
    sign = "**"

    def function(self, values: Sequence[int]) -> int:
        """The power.

        Raises
        ------
        ArithmeticError
            If the exponent is negative.
        ModelError
            If the power has too many bits.
        """
        base, exponent = values
        if exponent < 0:
            raise ArithmeticError(f"{self}: the exponent {exponent} is negative")
        if exponent * base.bit_length() > MOST_BITS + exponent:
            raise ModelError(f"{self} may have more than {MOST_BITS:,} bits")
        return int(base**exponent)

    def conditions(self, checked: Cell) -> list[Constraint]:
        return [checked >= 0] if checked.domain[0] < 0 else []


MAX_ASSIGNMENTS = 1000
"""The most assignments of its cells on which a product is tried to find its values."""


def assignments_of(expression: Expression) -> int:
    """The number of assignments of the cells of an expression."""
    return prod(len(cell.domain) for cell in dict.fromkeys(expression.cells()))


def term_of(sign: str, *operands: Operand) -> Expression:
    """The term of an operator.

    Raises
    ------
    ModelError
        If an operand is neither an expression, nor a constraint, nor an integer.
    """
    return _MAKERS[sign](*operands)


_MAKERS: Mapping[str, Callable[..., Expression]] = {
    "truth": TruthTerm,
    "*": ProductTerm.of,
    "abs": AbsoluteTerm,
    "//": QuotientTerm,
    "%": RemainderTerm,
    "**": PowerTerm,
}


def _bracketed(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text or text.startswith("-") else text
