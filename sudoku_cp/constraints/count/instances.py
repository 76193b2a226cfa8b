"""Random counts, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    RELATIONS,
    SHAPES,
    Instances,
    Witness,
    changed,
    random_number,
    random_scope,
    random_variables,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.count import Count
from sudoku_cp.model import Model


class CountInstances(Instances[Count]):
    """Counts."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        values = frozenset(random.sample(range(-3, 7), random.choice((0, 1, 1, 2, 3, 5))))
        number = random_number(random, cells, witness, sum(witness[cell] in values for cell in scope))
        return Count(scope, values, number, random.choice(RELATIONS))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(size + 1))
        cells = tuple(witness)
        values = frozenset(random.sample(range(size + 1), random.randint(1, size)))
        number = sum(witness[cell] in values for cell in cells) + random.choice((-1, 0, 0, 0, 1))
        return Count(cells, values, number, random.choice(RELATIONS)), witness

    def shuffled(self, constraint: Count, random: Random) -> Constraint:
        return changed(constraint, cells=tuple(random.sample(constraint.cells, len(constraint.cells))))

    def relabelled(self, constraint: Count, new: Mapping[int, int]) -> Constraint | None:
        if not isinstance(constraint.number, int):
            return None
        return changed(constraint, values=frozenset(new[value] for value in constraint.values if value in new))


INSTANCES = CountInstances()
