"""All-different in the engine: exact-cover items if it is required, otherwise a number of different values."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.solvers.exact_cover.lowering import indices


def post(native: _native.ModelBuilder, constraint: AllDifferent, part: bool) -> int:
    """Add the constraint: as many different values as cells."""
    if part:
        return _compare(native, constraint, Relation.EQUAL, len(constraint.cells))
    native.add_all_different([cell.index for cell in constraint.cells])
    return -1


def post_reified(native: _native.ModelBuilder, constraint: AllDifferent) -> tuple[int, int]:
    """Add the constraint and its negation: as many different values as cells, or fewer."""
    fewer = len(constraint.cells) - 1
    return post(native, constraint, True), _compare(native, constraint, Relation.AT_MOST, fewer)


def _compare(native: _native.ModelBuilder, constraint: AllDifferent, relation: Relation, constant: int) -> int:
    return native.add_count_distinct(indices(constraint.cells), relation.value, None, constant, True)
