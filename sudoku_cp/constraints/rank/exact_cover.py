"""The rank of a line in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.rank import Rank
from sudoku_cp.solvers.exact_cover.lowering import add_constant, indices, number


def post(native: _native.ModelBuilder, constraint: Rank, part: bool) -> int:
    """Add the constraint."""
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Rank) -> tuple[int, int]:
    """Add the constraint and its negation."""
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Rank, negated: bool, part: bool) -> int:
    if not constraint.line:
        return add_constant(native, constraint.holds({}) != negated, part)
    _, lower = number(constraint.rank - 1)
    return native.add_rank(indices(constraint.scope), len(constraint.line), lower, constraint.ties, negated, part)
