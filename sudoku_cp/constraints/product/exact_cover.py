"""Products in the engine."""

from __future__ import annotations

from math import prod

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.product import Product
from sudoku_cp.solvers.exact_cover.lowering import MAX_SUM, indices, magnitude, number


def post(native: _native.ModelBuilder, constraint: Product, part: bool) -> int:
    """Add the product; refuse one that can exceed ±2^40."""
    return _compare(native, constraint, Relation.EQUAL, part)


def post_reified(native: _native.ModelBuilder, constraint: Product) -> tuple[int, int]:
    """Add the constraint and its negation."""
    return post(native, constraint, True), _compare(native, constraint, Relation.UNEQUAL, True)


def _compare(native: _native.ModelBuilder, constraint: Product, relation: Relation, part: bool) -> int:
    largest = prod(magnitude(cell) for cell in constraint.cells)
    if largest > MAX_SUM:
        raise LoweringError(f"exact-cover: {constraint} can reach ±{largest}, more than {MAX_SUM}")
    return native.add_product(indices(constraint.cells), relation.value, *number(constraint.value), part)
