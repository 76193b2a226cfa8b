"""Terms: functions of expressions that are no weighted sums, such as extremes, counts and elements of an array."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

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


def _argument(value: object) -> Expression | int:
    if isinstance(value, Formula):
        return value.as_term()
    return constant_of(value, f"the operand {shown(value)}")
