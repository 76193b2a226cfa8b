"""Cardinalities at random, and made smaller or changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    NEAR,
    SHAPES,
    Declare,
    Instances,
    Witness,
    changed,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.cardinality import Cardinality
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model import Model


class CardinalityInstances(Instances[Cardinality]):
    """Cardinalities."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells, 6)
        return _around(random, scope, witness, random.sample(range(-3, 7), random.choice((0, 1, 2, 3, 5, 10))))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(size + 1))
        return _around(random, tuple(witness), witness, range(random.randint(1, size + 1))), witness

    def smaller(self, constraint: Cardinality) -> Iterator[Constraint]:
        """Fewer cells, values or numbers."""
        for cells in without_some(constraint.cells):
            yield changed(constraint, cells=cells)
        counts = constraint.counts
        for value in counts:
            yield changed(constraint, counts={other: counts[other] for other in counts if other != value})
            for number in counts[value]:
                left = tuple(other for other in counts[value] if other != number)
                yield changed(constraint, counts={**counts, value: left})

    def shuffled(self, constraint: Cardinality, random: Random) -> Constraint:
        return changed(constraint, cells=tuple(random.sample(constraint.cells, len(constraint.cells))))

    def relabelled(self, constraint: Cardinality, new: Mapping[int, int]) -> Constraint | None:
        if not constraint.counts.keys() <= new.keys():
            return None
        return changed(constraint, counts={new[value]: numbers for value, numbers in constraint.counts.items()})

    def implied(self, constraint: Cardinality, random: Random) -> tuple[Constraint, ...]:
        return tuple(part for part in constraint.parts if random.random() < 0.5)

    def split(self, constraint: Cardinality, declare: Declare) -> tuple[Constraint, ...]:
        return constraint.parts


def _around(random: Random, cells: tuple[Cell, ...], witness: Witness, values: Sequence[int]) -> Cardinality:
    """Allows the numbers that the values have in the witness, mostly, and some others."""
    taken = [witness[cell] for cell in cells]
    counts = {}
    for value in values:
        others = [random.randrange(len(cells) + 1) for _ in range(random.choice((0, 0, 1, 2)))]
        counts[value] = (taken.count(value) + random.choice((0, 0, 0, *NEAR)), *others)
    return Cardinality(cells, counts)


INSTANCES = CardinalityInstances()
