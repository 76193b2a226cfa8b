"""A weighted sum of cells, compared with a constant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sudoku_cp._base.arguments import LARGE, integer
from sudoku_cp.kernel.cell import Cell, are_terms, terms_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation, relation_of, sum_text


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
    """The weight of each cell; a cell may occur more than once."""
    relation: Relation
    """How the sum compares with the constant."""
    constant: int
    """The right-hand side."""
    label: str = ""

    def __post_init__(self) -> None:
        usual = type(self.relation) is Relation and type(self.constant) is int and type(self.label) is str
        if not usual or not -LARGE < self.constant < LARGE or not are_terms(self.terms):
            self._set(
                terms=terms_of(self.terms, "Linear"),
                relation=relation_of(self.relation, "the relation of Linear"),
                constant=integer(self.constant, "the constant of Linear"),
            )

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


def linear(terms: tuple[tuple[int, Cell], ...], relation: Relation, constant: int) -> Linear:
    """The constraint of a comparison: operators have checked its parts."""
    for _, cell in terms:
        if type(cell) is not Cell:
            return Linear(terms, relation, constant)
    made = Linear.__new__(Linear)
    object.__setattr__(made, "terms", terms)
    object.__setattr__(made, "relation", relation)
    object.__setattr__(made, "constant", constant)
    object.__setattr__(made, "label", "")
    return made
