"""Terms: functions of expressions that are no weighted sums, such as products, extremes, quotients and counts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar

from sudoku_cp._base.arguments import MOST_BITS
from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.text import shown
from sudoku_cp.kernel.cell import Cell, LinearExpression, TermCell, few
from sudoku_cp.kernel.expression import Expression, Formula, Operand, constant_of

if TYPE_CHECKING:
    from sudoku_cp.kernel.constraint import Constraint


class Term(Expression):
    """A function of expressions that is no weighted sum of cells.

    Parameters
    ----------
    *arguments
        Expressions, constraints or integers.
    """

    __slots__ = ("arguments",)
    name: ClassVar[str]
    """The function that makes it from a list of arguments, if there is one."""
    checked: ClassVar[int | None] = None
    """The place of the argument that may leave the term without a value."""

    def __init__(self, *arguments: Operand) -> None:
        self.arguments: tuple[Expression | int, ...] = tuple([_argument(argument) for argument in arguments])

    def cells(self) -> Iterator[Cell]:
        return (cell for part in self.arguments if isinstance(part, Expression) for cell in part.cells())

    def evaluated(self, assignment: Mapping[Cell, int]) -> list[int]:
        """The values of the arguments."""
        return [part.value(assignment) if isinstance(part, Expression) else part for part in self.arguments]

    def value(self, assignment: Mapping[Cell, int]) -> int:
        return self.function(self.evaluated(assignment))

    @abstractmethod
    def function(self, values: Sequence[int]) -> int:
        """The value for values of the arguments.

        Raises
        ------
        IndexError
            If an index points outside its array.
        ArithmeticError
            If a divisor is 0, or an exponent negative.
        ModelError
            If the value is far too large.
        """

    @abstractmethod
    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        """The values for any values of the arguments, and perhaps others.

        Raises
        ------
        ModelError
            If there are too many values of the arguments.
        """

    def possible_values(self) -> set[int]:
        parts = [part.possible_values() if isinstance(part, Expression) else {part} for part in self.arguments]
        return few(self.values_of(parts), self)

    def conditions(self, checked: Cell) -> list[Constraint]:
        """What must hold for the argument in the place ``checked``, unless it certainly leaves the term a value."""
        return []

    def linear(self) -> LinearExpression:
        return LinearExpression(((1, TermCell(self)),))

    def __repr__(self) -> str:
        return f"{self.name}([{', '.join(map(repr, self.arguments))}])"


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
        products = {1}
        for values in parts:
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


class QuotientTerm(TabulatedTerm):
    """The quotient of two expressions, rounded down, as in ``a // b``; it has no value for the divisor 0."""

    __slots__ = ()
    sign = "//"

    def function(self, values: Sequence[int]) -> int:
        dividend, divisor = values
        return dividend // divisor

    def conditions(self, checked: Cell) -> list[Constraint]:
        return [checked != 0] if 0 in checked.domain else []


class RemainderTerm(TabulatedTerm):
    """The remainder of a division, as in ``a % b``: it has the sign of the divisor, and no value for the divisor 0."""

    __slots__ = ()
    sign = "%"

    def function(self, values: Sequence[int]) -> int:
        dividend, divisor = values
        return dividend % divisor

    def conditions(self, checked: Cell) -> list[Constraint]:
        return [checked != 0] if 0 in checked.domain else []


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


class MaximumTerm(Term):
    """The largest of some expressions."""

    __slots__ = ()
    name = "max_of"

    def function(self, values: Sequence[int]) -> int:
        return max(values)

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        least = max(map(min, parts))
        return {value for value in set[int]().union(*parts) if value >= least}

    def __str__(self) -> str:
        return f"max({', '.join(map(str, self.arguments))})"


class MinimumTerm(Term):
    """The smallest of some expressions."""

    __slots__ = ()
    name = "min_of"

    def function(self, values: Sequence[int]) -> int:
        return min(values)

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        most = min(map(max, parts))
        return {value for value in set[int]().union(*parts) if value <= most}

    def __str__(self) -> str:
        return f"min({', '.join(map(str, self.arguments))})"


class DistinctTerm(Term):
    """The number of different values among some expressions."""

    __slots__ = ()
    name = "distinct_of"

    def function(self, values: Sequence[int]) -> int:
        return len(set(values))

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        return set(range(min(1, len(parts)), len(parts) + 1))

    def __str__(self) -> str:
        return f"number of different values in {' '.join(map(str, self.arguments))}"


class CountTerm(Term):
    """The number of expressions (with repetition) that have one of the values."""

    __slots__ = ("values",)

    def __init__(self, arguments: Iterable[Operand], values: Iterable[int]) -> None:
        super().__init__(*arguments)
        self.values = frozenset(values)

    def function(self, values: Sequence[int]) -> int:
        return sum([value in self.values for value in values])

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        return set(range(len(parts) + 1))

    def __repr__(self) -> str:
        return f"count_of([{', '.join(map(repr, self.arguments))}], {sorted(self.values)})"

    def __str__(self) -> str:
        values = ", ".join(map(str, sorted(self.values)))
        return f"number of {values} in {' '.join(map(str, self.arguments))}"


class ElementTerm(Term):
    """The item of an array at an index; the index is the last argument."""

    __slots__ = ("first",)
    checked = -1

    def __init__(self, array: Iterable[Operand], index: Operand, first: int) -> None:
        super().__init__(*array, index)
        self.first = first

    def function(self, values: Sequence[int]) -> int:
        """The item.

        Raises
        ------
        IndexError
            If the index is outside the array.
        """
        *array, index = values
        position = index - self.first
        if not 0 <= position < len(array):
            raise IndexError(f"{index} is outside {self}")
        return array[position]

    def values_of(self, parts: Sequence[set[int]]) -> set[int]:
        reached = {index - self.first for index in parts[-1]}
        items = [values for place, values in enumerate(parts[:-1]) if place in reached]
        return set[int]().union(*items) or {0}

    def conditions(self, checked: Cell) -> list[Constraint]:
        first = self.first
        last = first + len(self.arguments) - 2
        certain = checked.domain[0] >= first and checked.domain[-1] <= last
        return [] if certain else [checked >= first, checked <= last]

    def __repr__(self) -> str:
        *array, index = self.arguments
        first = "" if self.first == 1 else f", first={self.first}"
        return f"Array([{', '.join(map(repr, array))}]{first})[{index!r}]"

    def __str__(self) -> str:
        *array, index = self.arguments
        return f"({', '.join(map(str, array))})[{index}]"


MAX_ASSIGNMENTS = 1000
"""The most assignments of its cells on which a product is tried to find its values."""


def assignments_of(expression: Expression) -> int:
    """The number of assignments of the cells of an expression."""
    return prod(len(cell.domain) for cell in dict.fromkeys(expression.cells()))


def may_lack_a_value(expression: Expression | int) -> bool:
    """Whether a term inside may have no value, such as an index outside its array; a constraint always has one."""
    match expression:
        case LinearExpression():
            return any(may_lack_a_value(cell) for _, cell in expression.terms)
        case TermCell():
            return may_lack_a_value(expression.expression)
        case Term():
            return expression.checked is not None or any(map(may_lack_a_value, expression.arguments))
    return False


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


def _argument(value: object) -> Expression | int:
    if isinstance(value, Formula):
        return value.as_term()
    return constant_of(value, f"the operand {shown(value)}")


def _bracketed(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text
