"""Cardinalities in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.cardinality import Cardinality
from sudoku_cp.solvers.exact_cover.lowering import indices


def post(native: _native.ModelBuilder, constraint: Cardinality, part: bool) -> int:
    """The cardinality as it is."""
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Cardinality) -> tuple[int, int]:
    """All numbers are allowed, or some are not."""
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Cardinality, negated: bool, part: bool) -> int:
    possible = range(len(constraint.cells) + 1)
    numbers = [[number for number in allowed if number in possible] for allowed in constraint.counts.values()]
    return native.add_cardinality(indices(constraint.cells), list(constraint.counts), numbers, negated, part)
