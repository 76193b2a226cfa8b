"""Random values that first occur in order, and smaller ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    NEAR,
    SHAPES,
    Instances,
    Witness,
    changed,
    nearer,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.precedence import Precedence
from sudoku_cp.model import Model


class PrecedenceInstances(Instances[Precedence]):
    """Values that first occur in order."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        return _around(random, random_scope(random, cells, 5), witness)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(-1, max(5, size)))
        return _around(random, tuple(witness), witness), witness

    def smaller(self, constraint: Precedence) -> Iterator[Constraint]:
        yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells))
        yield from (changed(constraint, start=start) for start in nearer(constraint.start))


def _around(random: Random, cells: tuple[Cell, ...], witness: Witness) -> Precedence:
    """The least start that fits the witness, or a number near it."""
    start = least = min((witness[cell] for cell in cells), default=0) - 1
    largest = least
    for cell in cells:
        if witness[cell] > largest + 1:
            start = witness[cell] - 1
        largest = max(largest, witness[cell], start)
    return Precedence(cells, start + random.choice(NEAR))


INSTANCES = PrecedenceInstances()
