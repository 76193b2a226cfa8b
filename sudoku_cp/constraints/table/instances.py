"""Random tables, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random

from sudoku_cp.cross_check.instances import (
    WIDE_SHAPES,
    Instances,
    Witness,
    changed,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.table import Table, Tables
from sudoku_cp.model import Model

LARGEST_PRODUCT = 500
"""The largest number of possible tuples from which a table is drawn directly."""

MANY = 60
"""The number of rows from which on they are not tried one by one."""

_LISTED = (66, 100, 129, 190)
"""The numbers of tuples of a large table, which exceed one word, or two."""


class TableInstances(Instances[Table | Tables]):
    """Tables."""

    share = 2
    large_share = 6

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells, 3)
        share = random.choice((0.1, 0.3, 0.5, 0.8, 0.95, 1.0, 0.0))
        if prod(len(cell.domain) for cell in scope) <= LARGEST_PRODUCT:
            rows = [row for row in product(*(cell.domain for cell in scope)) if random.random() < share]
        else:
            rows = [tuple(random.choice(cell.domain) for cell in scope) for _ in range(12)]
        if share and random.random() < 0.7:
            rows.append(tuple(witness[cell] for cell in scope))
        if random.random() < 0.1:
            rows.append((99,) * len(scope))
        if scope and random.random() < 0.3:
            places = range(random.randint(1, len(scope)))
            return Tables([(*scope[turn:], *scope[:turn]) for turn in places], rows)
        return Table(scope, rows)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(WIDE_SHAPES)
        witness = random_variables(random, model, number, size, range(-2, max(12, size)))
        cells = tuple(witness)
        rows = list(product(*(cell.domain for cell in cells)))
        listed = min(len(rows), random.choice(_LISTED))
        chosen = random.sample(rows, listed if random.random() < 0.7 else len(rows) - listed // 2)
        return Table(cells, [*chosen, tuple(witness.values())]), witness

    def smaller(self, constraint: Table | Tables) -> Iterator[Constraint]:
        if isinstance(constraint, Tables):
            yield from constraint.parts
            yield from (changed(constraint, places=places) for places in without_some(constraint.places))
        else:
            yield from _smaller_tables(constraint)

    def relabelled(self, constraint: Table | Tables, new: Mapping[int, int]) -> Constraint | None:
        rows = [row for row in constraint.tuples if all(value in new for value in row)]
        return changed(constraint, tuples=frozenset(tuple(new[value] for value in row) for row in rows))


def _smaller_tables(constraint: Table) -> Iterator[Constraint]:
    cells, rows = constraint.cells, sorted(constraint.tuples)
    for place in range(len(cells)):
        yield Table(cells[:place] + cells[place + 1 :], (row[:place] + row[place + 1 :] for row in rows))
    for some in without_some(rows):
        if len(rows) < MANY or len(some) < len(rows) - 1:
            yield changed(constraint, tuples=frozenset(some))


INSTANCES = TableInstances()
