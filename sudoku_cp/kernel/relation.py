"""Relations between two numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import refused

if TYPE_CHECKING:
    from sudoku_cp.kernel.cell import Cell
    from sudoku_cp.kernel.constraint import Constraint


class Relation(Enum):
    """The relation of a sum to its constant."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_MOST = "≤"
    AT_LEAST = "≥"

    @property
    def operator(self) -> str:
        """The comparison in Python."""
        return _OPERATORS[self]

    def compares(self, left: int, right: int) -> bool:
        """Return whether two numbers are in this relation.

        Parameters
        ----------
        left
            The number on the left of the sign.
        right
            The number on its right.

        Returns
        -------
        bool
            Whether the relation holds.
        """
        match self:
            case Relation.EQUAL:
                return left == right
            case Relation.UNEQUAL:
                return left != right
            case Relation.AT_MOST:
                return left <= right
            case Relation.AT_LEAST:
                return left >= right


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
    raise refused(what, "a Relation, or one of " + " ".join(_OPERATORS.values()), value)


_OPERATORS = {Relation.EQUAL: "==", Relation.UNEQUAL: "!=", Relation.AT_MOST: "<=", Relation.AT_LEAST: ">="}


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
    """The functions that make them."""

    linear: Callable[[tuple[tuple[int, Cell], ...], Relation, int], Constraint]
    """Compares a weighted sum of cells with a constant."""
    combination: Callable[[tuple[Constraint, ...], Relation, int], Constraint]
    """Compares the number of the constraints that hold with a constant."""


OPERATORS = Operators()
