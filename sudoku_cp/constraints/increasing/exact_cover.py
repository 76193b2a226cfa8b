"""Increasing cells in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.increasing import Increasing
from sudoku_cp.solvers.exact_cover.lowering import indices, number


def post(native: _native.ModelBuilder, constraint: Increasing, part: bool) -> int:
    """Add the constraint."""
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Increasing) -> tuple[int, int]:
    """Add the constraint and its negation."""
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Increasing, negated: bool, part: bool) -> int:
    _, step = number(constraint.step)
    return native.add_increasing(indices(constraint.cells), step, negated, part)
