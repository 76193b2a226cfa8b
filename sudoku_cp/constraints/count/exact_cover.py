"""Counts in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.count import Count
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.exact_cover.lowering import OPPOSITE, indices, number


def post(native: _native.ModelBuilder, constraint: Count, part: bool) -> int:
    """Add the comparison of the count."""
    return _compare(native, constraint, constraint.relation, 0, part)


def post_reified(native: _native.ModelBuilder, constraint: Count) -> tuple[int, int]:
    """Add the comparison and the opposite one."""
    return post(native, constraint, True), _compare(native, constraint, *OPPOSITE[constraint.relation], True)


def _compare(native: _native.ModelBuilder, constraint: Count, relation: Relation, offset: int, part: bool) -> int:
    cells, values = indices(constraint.cells), sorted(constraint.values)
    return native.add_count(cells, values, relation.value, *number(constraint.number, offset), part)
