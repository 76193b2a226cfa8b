"""Regions to be found in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudoku_cp import _native
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import AllOf, AnyOf
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.kernel.regions import Regions
from sudoku_cp.solvers.exact_cover import lowering


def post(native: _native.ModelBuilder, constraint: Regions, part: bool) -> int:
    """Add the constraint; as a part of a combination, region by region and pair by pair."""
    if part:
        return lowering.post(native, AllOf(*_parts(constraint)), True)
    cells, numbers = lowering.indices(constraint.cells), lowering.indices(constraint.numbers)
    return native.add_regions(cells, numbers, constraint.neighbours, min(constraint.size, len(numbers) + 1))


def post_reified(native: _native.ModelBuilder, constraint: Regions) -> tuple[int, int]:
    """Add the constraint and its negation, region by region and pair by pair."""
    return lowering.post_reified(native, AllOf(*_parts(constraint)))


def _parts(constraint: Regions) -> Iterator[Constraint]:
    yield from constraint.areas()
    for one, other in combinations(range(len(constraint.cells)), 2):
        yield AnyOf(
            _differ(constraint.numbers[one], constraint.numbers[other]),
            _differ(constraint.cells[one], constraint.cells[other]),
        )


def _differ(one: Cell, other: Cell) -> Constraint:
    return Linear(((1, one), (-1, other)), Relation.UNEQUAL, 0)
