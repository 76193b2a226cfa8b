"""Sightlines in the engine."""

from __future__ import annotations

from itertools import accumulate

from sudoku_cp import _native
from sudoku_cp.kernel.sightlines import Sightlines
from sudoku_cp.solvers.exact_cover.lowering import indices, number


def post(native: _native.ModelBuilder, constraint: Sightlines, part: bool) -> int:
    """Add the constraint."""
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Sightlines) -> tuple[int, int]:
    """Add the constraint and its negation."""
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Sightlines, negated: bool, part: bool) -> int:
    cells = [index for line in constraint.lines for index in indices(line)]
    ends = list(accumulate(map(len, constraint.lines)))
    return native.add_sightlines(constraint.viewer.index, cells, ends, *number(constraint.number), negated, part)
