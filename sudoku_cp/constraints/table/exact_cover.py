"""Tables in the engine; the negation of one lists the other tuples."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod

from sudoku_cp import _native
from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.combination import AllOf, Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.table import Table, Tables
from sudoku_cp.solvers.exact_cover import lowering

MAX_COMPLEMENT = 200_000
"""The largest number of tuples of a negated table."""

MAX_LISTED = 20_000
"""The most values in the tuples of a negated table with a larger complement, of which each is refused by itself."""

MAX_SHARED = 2_000
"""The largest number of tuples that are kept for further tables."""


def post(native: _native.ModelBuilder, constraint: Table | Tables, part: bool) -> int:
    """A list of tuples, shared by one or more places."""
    if isinstance(constraint, Tables):
        return _add_places(native, constraint, part)
    if not constraint.cells:
        return lowering.add_constant(native, bool(constraint.tuples), part)
    tuples = _native_tuples(len(constraint.cells), constraint.tuples)
    return native.add_table(lowering.indices(constraint.cells), tuples, part)


def post_reified(native: _native.ModelBuilder, constraint: Table | Tables) -> tuple[int, int]:
    """Add the table and its complement; for several places, a combination of their tables."""
    if isinstance(constraint, Tables):
        return lowering.post_reified(native, AllOf(*constraint.parts))
    return post(native, constraint, True), lowering.post(native, _negation(constraint), True)


def _add_places(native: _native.ModelBuilder, constraint: Tables, part: bool) -> int:
    if part or () in constraint.places:
        return lowering.post(native, AllOf(*constraint.parts), part)
    if constraint.places:
        tuples = _native_tuples(len(constraint.places[0]), constraint.tuples)
        native.add_tables(lowering.indices(constraint.scope), tuples)
    return -1


def _negation(constraint: Table) -> Constraint:
    """The table of all other tuples or, where these are too many, none of the listed ones."""
    cells = constraint.cells
    size = prod(len(cell.domain) for cell in cells)
    if size <= MAX_COMPLEMENT:
        others = set(product(*(cell.domain for cell in constraint.cells))) - constraint.tuples
        return Table(cells, others)
    if len(constraint.tuples) * len(cells) > MAX_LISTED:
        raise LoweringError(
            f"exact-cover: the negation of {constraint} has up to {size:,} tuples, more than {MAX_COMPLEMENT:,}"
        )
    rows = [AllOf(*(cell == value for cell, value in zip(cells, row, strict=True))) for row in constraint.tuples]
    return Combination(tuple(rows), Relation.EQUAL, 0)


def _native_tuples(arity: int, tuples: frozenset[tuple[int, ...]]) -> _native.Tuples:
    """The engine's form of the tuples; tables with the same few tuples share it."""
    make = _make_tuples if len(tuples) <= MAX_SHARED else _make_tuples.__wrapped__
    return make(arity, tuples)


@lru_cache(maxsize=1024)
def _make_tuples(arity: int, tuples: frozenset[tuple[int, ...]]) -> _native.Tuples:
    return _native.Tuples(arity, sorted(tuples))
