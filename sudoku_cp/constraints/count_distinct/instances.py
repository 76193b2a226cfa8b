"""Random numbers of different values, and smaller or changed ones."""

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
from sudoku_cp.kernel.count_distinct import CountDistinct
from sudoku_cp.model import Model


class CountDistinctInstances(Instances[CountDistinct]):
    """Numbers of different values."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        number = random_number(random, cells, witness, len({witness[cell] for cell in scope}))
        return CountDistinct(scope, number, random.choice(RELATIONS))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(size + 1))
        cells = tuple(witness)
        number = len(set(witness.values())) + random.choice((-1, 0, 0, 0, 1))
        return CountDistinct(cells, number, random.choice(RELATIONS)), witness

    def shuffled(self, constraint: CountDistinct, random: Random) -> Constraint:
        return changed(constraint, cells=tuple(random.sample(constraint.cells, len(constraint.cells))))

    def relabelled(self, constraint: CountDistinct, new: Mapping[int, int]) -> Constraint | None:
        return constraint if isinstance(constraint.number, int) else None


INSTANCES = CountDistinctInstances()
