"""Comparisons: of a weighted sum of cells, which is a kernel constraint, and of any expression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from sudoku_cp.model.constraint import Constraint

if TYPE_CHECKING:
    from sudoku_cp.model.expressions import Cell, Expression, Sum


class Relation(Enum):
    """How a sum relates to its constant."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_MOST = "≤"
    AT_LEAST = "≥"

    @property
    def operator(self) -> str:
        """The comparison in Python."""
        return _OPERATORS[self]

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


_OPERATORS = {Relation.EQUAL: "==", Relation.UNEQUAL: "!=", Relation.AT_MOST: "<=", Relation.AT_LEAST: ">="}


def sum_text(terms: Iterable[tuple[int, Expression]], constant: int = 0, times: str = "·") -> str:
    """A weighted sum as people write it, or, with another sign of multiplication, as Python reads it."""
    write = str if times == "·" else repr
    text = ""
    for weight, term in terms:
        factor = "" if abs(weight) == 1 else f"{abs(weight)}{times}"
        sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
        text += f"{sign}{factor}{write(term)}"
    if not constant and text:
        return text
    return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)


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
        return f"{sum_text(self.terms)} {self.relation.value} {self.constant}"

    def __repr__(self) -> str:
        if not self.terms:
            return f"Linear((), {self.relation}, {self.constant})"
        return f"{sum_text(self.terms, times=' * ')} {self.relation.operator} {self.constant}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class ExpressionComparison(Constraint):
    """A sum that has terms such as products, compared with a constant; an index outside its array breaks it.

    It is declared, not solved: the model that it is added to puts a variable in the place of each term.
    """

    expression: Sum
    relation: Relation
    constant: int
    label: str = ""

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(self.expression.cells())

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        try:
            return self.relation.compares(self.expression.value(assignment), self.constant)
        except IndexError:
            return False

    def describe(self) -> str:
        return f"{self.expression} {self.relation.value} {self.constant}"

    def __repr__(self) -> str:
        return f"{self.expression!r} {self.relation.operator} {self.constant}"
