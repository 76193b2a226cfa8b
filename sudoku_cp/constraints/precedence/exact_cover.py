"""Values that first occur in order, in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.precedence import Precedence
from sudoku_cp.solvers.exact_cover.lowering import add_constant, indices, number

MOST_VALUES = 63
"""The largest number of values that may first occur in order in as many cells or more."""


def post(native: _native.ModelBuilder, constraint: Precedence, part: bool) -> int:
    """Add the constraint.

    Raises
    ------
    LoweringError
        If too many values may occur.
    """
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Precedence) -> tuple[int, int]:
    """Add the constraint and its negation; raises as `post`."""
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Precedence, negated: bool, part: bool) -> int:
    most = max((cell.domain[-1] for cell in constraint.cells), default=constraint.start) - constraint.start
    if most <= 1:
        return add_constant(native, not negated, part)
    if most > MOST_VALUES <= len(constraint.cells):
        raise LoweringError(f"exact-cover: {constraint}: at most {MOST_VALUES} values can be ordered, not {most}")
    _, start = number(constraint.start)
    return native.add_precedence(indices(constraint.cells), start, negated, part)
