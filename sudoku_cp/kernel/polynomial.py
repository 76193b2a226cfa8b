"""Weighted sums of products of cells, compared with a constant; and expressions expanded into such sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, listed, refused
from sudoku_cp.kernel.arithmetic import ProductTerm
from sudoku_cp.kernel.cell import Cell, LinearExpression, WithTerms, cells_of, stood_for
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Expression, Operand, Relation, relation_of, sum_text


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Polynomial(Constraint):
    """A weighted sum of products of cells compared with a constant: Σ weight · Π cells {=, ≠, ≤, ≥} constant.

    Comparisons of products whose values are many become one, so that no product needs a variable of its own.

    Raises
    ------
    ModelError
        If a term is not a weight with a list of cells, or another argument is of another type.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(1, 31))
    >>> triple = Polynomial(((1, (a, a)), (1, (b, b)), (-1, (c, c))), Relation.EQUAL, 0)
    >>> print(triple, triple.holds({a: 3, b: 4, c: 5}))
    a·a + b·b - c·c = 0 True
    """

    terms: tuple[tuple[int, tuple[Cell, ...]], ...]
    """The weight of each product, and its cells; a cell that occurs twice is squared, and no cells are 1."""
    relation: Relation
    """How the sum compares with the constant."""
    constant: int
    """The right-hand side."""
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples

        def __init__(
            self,
            terms: Iterable[tuple[int, Iterable[Operand]]],
            relation: Relation | str,
            constant: int,
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        expected = "pairs of a weight and a list of cells, such as (2, (a, b))"
        what = "the terms of Polynomial"
        pairs = [listed(term, what, expected) for term in listed(self.terms, what, expected)]
        if any(len(pair) != 2 for pair in pairs):
            raise refused(what, expected, self.terms)
        terms = [(integer(weight, "a weight"), cells_of(cells, "Polynomial")) for weight, cells in pairs]
        has_terms = any(type(cells) is WithTerms for _, cells in terms)
        self._set(
            terms=WithTerms(terms) if has_terms else tuple(terms),
            relation=relation_of(self.relation, "the relation of Polynomial"),
            constant=integer(self.constant, "the constant of Polynomial"),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple([cell for _, cells in self.terms for cell in cells])

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        total = sum(weight * prod(assignment[cell] for cell in cells) for weight, cells in self.terms)
        return self.relation.compares(total, self.constant)

    def describe(self) -> str:
        products = [(weight, "·".join(cell.name for cell in cells) or "1") for weight, cells in self.terms]
        return f"{sum_text(products)} {self.relation.value} {self.constant}"


Products = dict[tuple[Cell, ...], int]
"""The weight of each product of cells in a sum; the empty product is 1."""

MAX_PRODUCTS = 2000
"""The most products of cells into which an expression is expanded."""


def expanded(expression: Expression | int, variable: Callable[[Expression], Cell]) -> Products | None:
    """Expand an expression into a weighted sum of products of cells.

    Parameters
    ----------
    expression
        The expression.
    variable
        The cell that stands for an expression which is neither a sum nor a product.

    Returns
    -------
    dict or None
        The weight of each product of cells; None where there are more than `MAX_PRODUCTS`.
    """
    total: Products
    match expression:
        case int():
            return {(): expression}
        case LinearExpression():
            total = {(): expression.constant}
            for weight, cell in expression.terms:
                products = expanded(stood_for(cell), variable)
                if products is None:
                    return None
                for cells, times in products.items():
                    total[cells] = total.get(cells, 0) + weight * times
        case ProductTerm():
            total = {(): 1}
            for factor in expression.arguments:
                products = expanded(factor, variable)
                if products is None or len(total) * len(products) > MAX_PRODUCTS:
                    return None
                total = _multiplied(total, products)
        case _:
            return {(variable(expression),): 1}
    return total if len(total) <= MAX_PRODUCTS else None


def _multiplied(left: Products, right: Products) -> Products:
    """The product of two sums of products of cells, whose cells are in ascending order."""
    total: Products = {}
    for cells, weight in left.items():
        for others, times in right.items():
            both = tuple(sorted((*cells, *others), key=lambda cell: cell.index))
            total[both] = total.get(both, 0) + weight * times
    return total
