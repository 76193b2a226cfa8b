"""Comparisons of sums of products in the engine."""

from __future__ import annotations

from math import prod

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.polynomial import Polynomial
from sudoku_cp.solvers.exact_cover.lowering import MAX_NUMBER, OPPOSITE, indices, magnitude


def post(native: _native.ModelBuilder, constraint: Polynomial, part: bool) -> int:
    """Add the comparison; refuse a sum whose terms, or parts of them, can exceed ±2^60 together."""
    return _post(native, constraint, constraint.relation, 0, part)


def post_reified(native: _native.ModelBuilder, constraint: Polynomial) -> tuple[int, int]:
    """Add the comparison and the opposite one."""
    relation, offset = OPPOSITE[constraint.relation]
    return post(native, constraint, True), _post(native, constraint, relation, offset, True)


def _post(native: _native.ModelBuilder, constraint: Polynomial, relation: Relation, offset: int, part: bool) -> int:
    # A factor of 0 counts as 1, so that the product of any of the factors is within the limit.
    largest = abs(constraint.constant) + 1
    for weight, cells in constraint.terms:
        largest += abs(weight) * prod(max(1, magnitude(cell)) for cell in cells)
    if largest > MAX_NUMBER:
        raise LoweringError(f"exact-cover: {constraint} can reach ±{largest}, more than {MAX_NUMBER}")
    products = [indices(cells) for _, cells in constraint.terms]
    return native.add_polynomial(
        [cell for product in products for cell in product],
        [len(product) for product in products],
        [weight for weight, _ in constraint.terms],
        relation.value,
        constraint.constant + offset,
        part,
    )
