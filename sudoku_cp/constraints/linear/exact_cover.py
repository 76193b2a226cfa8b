"""Comparisons of sums in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.solvers.exact_cover.lowering import OPPOSITE, check_size


def post(native: _native.ModelBuilder, constraint: Linear, part: bool) -> int:
    """Add the comparison; refuse a sum that can exceed ±2^40."""
    return _compare(native, constraint, constraint.relation, 0, part)


def post_reified(native: _native.ModelBuilder, constraint: Linear) -> tuple[int, int]:
    """Add the comparison and the opposite one."""
    relation, offset = OPPOSITE[constraint.relation]
    return post(native, constraint, True), _compare(native, constraint, relation, offset, True)


def _compare(native: _native.ModelBuilder, constraint: Linear, relation: Relation, offset: int, part: bool) -> int:
    check_size(constraint.terms, constraint.constant, constraint)
    cells = [cell.index for _, cell in constraint.terms]
    weights = [weight for weight, _ in constraint.terms]
    return native.add_linear(cells, weights, relation.value, constraint.constant + offset, part)
