"""Random increasing cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from sudoku_cp.cross_check.instances import NEAR, SHAPES, Instances, Witness, random_scope, random_variables
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.increasing import Increasing
from sudoku_cp.model import Model


class IncreasingInstances(Instances[Increasing]):
    """Increasing cells."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        """Cells mostly in the order of the witness, with a step that fits it or nearly does."""
        scope = random_scope(random, cells, 5)
        if random.random() < 0.8:
            scope = tuple(sorted(scope, key=witness.__getitem__))
        return _around(random, scope, witness)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """As `small`, on all variables; their domains overlap or follow one another."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(-2, max(10, size)))
        return _around(random, tuple(sorted(witness, key=witness.__getitem__)), witness), witness


def _around(random: Random, cells: tuple[Cell, ...], witness: Witness) -> Increasing:
    steps = [witness[higher] - witness[lower] for lower, higher in pairwise(cells)]
    return Increasing(cells, min(steps, default=1) + random.choice(NEAR))


INSTANCES = IncreasingInstances()
