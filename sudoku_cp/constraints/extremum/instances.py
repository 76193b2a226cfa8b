"""Random extremes, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sudoku_cp.cross_check.instances import SHAPES, Instances, Witness, random_number, random_scope, random_variables
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.extremum import Maximum, Minimum
from sudoku_cp.model import Model


class ExtremumInstances(Instances[Maximum | Minimum]):
    """Extremes."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        known = [witness[cell] for cell in scope]
        if random.random() < 0.5:
            return Maximum(scope, random_number(random, cells, witness, max(known, default=1)))
        return Minimum(scope, random_number(random, cells, witness, min(known, default=1)))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(-1, size + 1))
        cells = tuple(witness)
        if random.random() < 0.5:
            return Maximum(cells, max(witness.values())), witness
        return Minimum(cells, min(witness.values())), witness


INSTANCES = ExtremumInstances()
