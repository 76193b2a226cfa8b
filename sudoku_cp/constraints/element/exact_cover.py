"""Elements of arrays in the engine; the negation of one is a combination."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.combination import AllOf, AnyOf, Combination
from sudoku_cp.kernel.element import Element
from sudoku_cp.solvers.exact_cover import lowering


def post(native: _native.ModelBuilder, constraint: Element, part: bool) -> int:
    """Add the element."""
    array, index = lowering.indices(constraint.array), constraint.index.index
    return native.add_element(array, index, constraint.first, *lowering.number(constraint.value), part)


def post_reified(native: _native.ModelBuilder, constraint: Element) -> tuple[int, int]:
    """Add the element, and its negation as a combination over the index and the indexed cell."""
    return post(native, constraint, True), lowering.post(native, _negation(constraint), True)


def _negation(constraint: Element) -> Combination:
    index, last = constraint.index, constraint.first + len(constraint.array) - 1
    wrong = [AllOf(index == at, cell != constraint.value) for at, cell in enumerate(constraint.array, constraint.first)]
    return AnyOf(*wrong, index < constraint.first, index > last)
