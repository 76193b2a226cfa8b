"""Numbers of different values in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.exact_cover.lowering import OPPOSITE, indices, number


def post(native: _native.ModelBuilder, constraint: CountDistinct, part: bool) -> int:
    """Add the comparison of the number."""
    return _compare(native, constraint, constraint.relation, 0, part)


def post_reified(native: _native.ModelBuilder, constraint: CountDistinct) -> tuple[int, int]:
    """Add the comparison and the opposite one."""
    return post(native, constraint, True), _compare(native, constraint, *OPPOSITE[constraint.relation], True)


def _compare(
    native: _native.ModelBuilder, constraint: CountDistinct, relation: Relation, offset: int, part: bool
) -> int:
    return native.add_count_distinct(
        indices(constraint.cells), relation.value, *number(constraint.number, offset), part
    )
