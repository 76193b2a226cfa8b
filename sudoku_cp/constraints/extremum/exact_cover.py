"""Extremes in the engine; the negation of one is a combination."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.combination import AllOf, AnyOf, Combination
from sudoku_cp.kernel.extremum import Maximum, Minimum
from sudoku_cp.solvers.exact_cover import lowering


def post(native: _native.ModelBuilder, constraint: Maximum | Minimum, part: bool) -> int:
    """Add the extreme; that of no cells never holds."""
    if not constraint.cells:
        return lowering.add_constant(native, False, part)
    largest = isinstance(constraint, Maximum)
    return native.add_extremum(lowering.indices(constraint.cells), largest, *lowering.number(constraint.value), part)


def post_reified(native: _native.ModelBuilder, constraint: Maximum | Minimum) -> tuple[int, int]:
    """Add the extreme and its negation."""
    return post(native, constraint, True), lowering.post(native, _negation(constraint), True)


def _negation(constraint: Maximum | Minimum) -> Combination:
    """Some cell is beyond the value, or all are before it."""
    value, cells = constraint.value, constraint.cells
    if isinstance(constraint, Maximum):
        return AnyOf(*(cell > value for cell in cells), AllOf(*(cell < value for cell in cells)))
    return AnyOf(*(cell < value for cell in cells), AllOf(*(cell > value for cell in cells)))
