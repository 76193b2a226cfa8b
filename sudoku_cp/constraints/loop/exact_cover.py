"""Loops, paths and circuits in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.loop import Circuit, Loop, Path
from sudoku_cp.solvers.exact_cover import lowering


def post(native: _native.ModelBuilder, constraint: Loop | Path | Circuit, part: bool) -> int:
    """Add the constraint; a circuit as a loop, and different successors."""
    if isinstance(constraint, Circuit):
        return lowering.post(native, AllOf(*constraint.parts), part)
    return _add(native, constraint, False, part)


def post_reified(native: _native.ModelBuilder, constraint: Loop | Path | Circuit) -> tuple[int, int]:
    """Add the constraint and its negation."""
    if isinstance(constraint, Circuit):
        return lowering.post_reified(native, AllOf(*constraint.parts))
    return _add(native, constraint, False, True), _add(native, constraint, True, True)


def _add(native: _native.ModelBuilder, constraint: Loop | Path, negated: bool, part: bool) -> int:
    number = {node: place for place, node in enumerate(constraint.nodes)}
    ends = constraint.ends if isinstance(constraint, Path) else ()
    return native.add_loop(
        lowering.indices(constraint.cells),
        [(number[one], number[other]) for one, other in constraint.edges],
        [sorted(values) for values in constraint.values],
        len(number),
        [number[node] for node in sorted(constraint.visits)],
        isinstance(constraint, Path),
        [number[node] for node in sorted(ends)],
        negated,
        part,
    )
