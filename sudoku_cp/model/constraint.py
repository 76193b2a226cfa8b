"""What every kernel constraint is: a scope, a meaning and a label."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sudoku_cp.model.linear import Cell


class Constraint(ABC):
    """A condition on the cells of its scope.

    A kernel constraint is a frozen dataclass: solving never changes it, and two constraints are equal only
    when they are the same object.
    """

    __slots__ = ()

    label: str
    """Where the constraint comes from, in the words of a person: ``row 3``, ``killer r1c1 r1c2 = 7``."""

    @property
    @abstractmethod
    def scope(self) -> tuple[Cell, ...]:
        """The cells it speaks of, in the order it was given them; a cell may occur more than once."""

    @abstractmethod
    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        """Say whether the values of ``assignment`` satisfy the constraint; this is its meaning."""

    def __bool__(self) -> NoReturn:
        """Refuse a truth value: a constraint is declared, not evaluated."""
        raise TypeError(
            f"{self} is a constraint and has no truth value: write `a < b, b < c` for `a < b < c`, "
            "and look cells up in a set or dict, not with `in` on a list"
        )

    def __str__(self) -> str:
        return self.label or self.describe()

    @abstractmethod
    def describe(self) -> str:
        """The constraint as a formula over cell names."""
