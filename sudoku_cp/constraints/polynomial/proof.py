"""Sums of products in a formula: the cells are read one by one, and what is left of the sum is a state."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.polynomial import Polynomial
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard

Residue = tuple[tuple[tuple[Cell, ...], int], ...]
"""What is left of a sum: the weight of each product of cells that have not been read, without weights of 0."""


def encode(constraint: Polynomial, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    cells = tuple(dict.fromkeys(constraint.scope))

    def read(place: int, residue: Residue, value: int) -> Residue:
        cell = cells[place]
        left = []
        for product, weight in residue:
            others = tuple(other for other in product if other is not cell)
            left.append((others, weight * value ** (len(product) - len(others))))
        return _collected(left)

    def accepts(residue: Residue) -> bool:
        return constraint.relation.compares(sum(weight for _, weight in residue), constraint.constant)

    order = {cell: place for place, cell in enumerate(cells)}
    start = _collected((tuple(sorted(product, key=order.__getitem__)), weight) for weight, product in constraint.terms)
    encoding.layered(cells, start, read, accepts, guard, positive)


def _collected(products: Iterable[tuple[tuple[Cell, ...], int]]) -> Residue:
    weights: dict[tuple[Cell, ...], int] = {}
    for product, weight in products:
        weights[product] = weights.get(product, 0) + weight
    return tuple(sorted(((product, weight) for product, weight in weights.items() if weight), key=_index))


def _index(term: tuple[tuple[Cell, ...], int]) -> tuple[int, ...]:
    return tuple(cell.index for cell in term[0])
