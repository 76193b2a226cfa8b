"""Connected groups in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.connected import Connected
from sudoku_cp.solvers.exact_cover.lowering import add_constant, indices


def post(native: _native.ModelBuilder, constraint: Connected, part: bool) -> int:
    """Add the constraint; a group of no cells, or of more cells than there are, never holds."""
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Connected) -> tuple[int, int]:
    """Add the constraint and its negation: several groups, one of another size, or none."""
    return post(native, constraint, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Connected, negated: bool, part: bool) -> int:
    size = constraint.size
    if size is not None and not 0 < size <= len(constraint.cells):
        return add_constant(native, negated, part)
    cells, values = indices(constraint.cells), sorted(constraint.values)
    return native.add_connected(cells, constraint.neighbours, values, size, negated, part)
