"""Products in a formula: one variable for each step from product to product."""

from __future__ import annotations

from sudoku_cp.kernel.product import Product
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard


def encode(constraint: Product, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    encoding.folded(constraint.cells, constraint.value, 1, lambda product, value: product * value, guard, positive)
