"""Random connected groups, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

from sudoku_cp.cross_check.instances import (
    NEAR,
    Instances,
    Witness,
    changed,
    fewer,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.connected import Connected
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model import Model


class ConnectedInstances(Instances[Connected]):
    """Connected groups."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells, random.choice((4, 4, 6)))
        values = frozenset(random.sample(range(-3, 7), random.choice((0, 1, 2, 3, 5))))
        values |= {witness[cell] for cell in random.sample(scope, len(scope) // 2)}
        density = random.choice((0.2, 0.4, 0.6))
        pairs = [pair for pair in combinations_with_replacement(range(len(scope)), 2) if random.random() < density]
        if random.random() < 0.5:  # a path, and perhaps short cuts
            pairs = [*pairwise(range(len(scope))), *pairs[: random.choice((0, 0, 1))]]
        size = sum(witness[cell] in values for cell in scope) + random.choice(NEAR)
        return Connected(scope, tuple(pairs), values, random.choice((None, size)))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A path, a ring, a ladder or a grid of cells, some of them in the group."""
        length = random.choice((6, 7, 8))
        witness = random_variables(random, model, length, 2, range(3))
        cells, values = tuple(witness), frozenset(random.sample(range(3), random.choice((1, 1, 2))))
        width = random.choice((1, 2, 3, 4))
        pairs = [(one, other) for one, other in combinations(range(length), 2) if _beside(one, other, width)]
        if random.random() < 0.3:
            pairs.append((length - 1, 0))
        size = random.choice((None, None, sum(witness[cell] in values for cell in cells)))
        return Connected(cells, tuple(pairs), values, size), witness

    def smaller(self, constraint: Connected) -> Iterator[Constraint]:
        for gone in range(len(constraint.cells)):
            pairs = [
                tuple(place - (place > gone) for place in pair) for pair in constraint.neighbours if gone not in pair
            ]
            yield changed(
                constraint, cells=constraint.cells[:gone] + constraint.cells[gone + 1 :], neighbours=tuple(pairs)
            )
        yield from (changed(constraint, neighbours=pairs) for pairs in without_some(constraint.neighbours))
        if constraint.size is not None:
            yield changed(constraint, size=None)
        yield from (changed(constraint, values=values) for values in fewer(constraint.values))


def _beside(one: int, other: int, width: int) -> bool:
    """Whether two places of a grid with a given width share a side."""
    return other - one == width or (other - one == 1 and (width == 1 or other % width != 0))


INSTANCES = ConnectedInstances()
