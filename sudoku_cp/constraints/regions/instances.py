"""Random grids in regions, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from sudoku_cp.cross_check.instances import Instances, Witness, changed, random_scope, random_variables, without_some
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.regions import Regions
from sudoku_cp.model import Model


class RegionsInstances(Instances[Regions]):
    """Regions to be found."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        numbers = random_scope(random, cells)
        digits = tuple(random.choice(cells) for _ in numbers) if random.random() < 0.7 else ()
        pairs = [pair for pair in combinations(range(len(numbers)), 2) if random.random() < 0.7]
        wanted = [sum(witness[cell] == witness[other] for other in numbers) for cell in numbers]
        return Regions(digits, numbers, tuple(pairs), random.choice((*wanted, 1, 2)))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """Two rows of cells; each region has one or two neighbouring columns."""
        width, size = random.choice(((2, 2), (3, 2), (4, 2), (4, 4)))
        places = [(row, column) for row in range(2) for column in range(width)]
        numbers = random_variables(random, model, len(places), width * 2 // size, range(width * 2 // size))
        layout = dict(zip(numbers, (column * 2 // size for _, column in places), strict=True))
        digits = random_variables(random, model, len(places), size, range(size))
        filling = dict(zip(digits, ((row * width + column) % size for row, column in places), strict=True))
        if size == 2:
            filling = dict(zip(digits, (row for row, _ in places), strict=True))
        pairs = [
            (one, other)
            for (one, (row, column)), (other, (down, right)) in combinations(enumerate(places), 2)
            if abs(row - down) + abs(column - right) == 1
        ]
        keeps = random.random() < 0.7
        constraint = Regions(tuple(digits) if keeps else (), tuple(numbers), tuple(pairs), size)
        return constraint, {**layout, **filling}

    def smaller(self, constraint: Regions) -> Iterator[Constraint]:
        for gone in range(len(constraint.numbers)):
            pairs = [
                tuple(place - (place > gone) for place in pair) for pair in constraint.neighbours if gone not in pair
            ]
            yield changed(
                constraint,
                cells=constraint.cells[:gone] + constraint.cells[gone + 1 :],
                numbers=constraint.numbers[:gone] + constraint.numbers[gone + 1 :],
                neighbours=tuple(pairs),
            )
        if constraint.cells:
            yield changed(constraint, cells=())
        yield from (changed(constraint, neighbours=pairs) for pairs in without_some(constraint.neighbours))
        if constraint.size > 1:
            yield changed(constraint, size=constraint.size - 1)


INSTANCES = RegionsInstances()
