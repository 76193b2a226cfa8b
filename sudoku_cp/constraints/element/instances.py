"""Random elements of arrays, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    Instances,
    Witness,
    changed,
    nearer,
    random_number,
    random_scope,
    random_variables,
    smaller_values,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.element import Element
from sudoku_cp.model import Model


class ElementInstances(Instances[Element]):
    """Elements of arrays."""

    share = 2

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells, 6)
        index = max(random.choice(cells), random.choice(cells), key=lambda cell: len(cell.domain))
        place = random.randint(-1, len(scope)) if random.random() < 0.3 else len(scope) // 2
        pointed = witness[scope[place]] if 0 <= place < len(scope) else 0
        return Element(scope, index, random_number(random, cells, witness, pointed, 0.7), witness[index] - place)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        length = random.choice((6, 9, 14))
        witness = random_variables(random, model, length, 1, range(4)) | random_variables(random, model, 3, 2, range(4))
        array = tuple(random.sample(list(witness), len(witness)))
        first = random.choice((-1, 0, 1))
        index = model.variable("index", range(first, first + random.choice((len(array), len(array) + 1))))
        place = random.randrange(len(array))
        pointed = witness[array[place]]
        value = model.variable("value", {pointed, *random.sample(range(5), 2)})
        constraint = Element(array, index, random.choice((value, pointed)), first)
        return constraint, {**witness, index: first + place, value: pointed}

    def smaller(self, constraint: Element) -> Iterator[Constraint]:
        for array in without_some(constraint.array):
            yield changed(constraint, array=array)
        if constraint.array:
            yield changed(constraint, array=constraint.array[1:], first=constraint.first + 1)
        yield from (changed(constraint, first=number) for number in nearer(constraint.first, 1))
        yield from (changed(constraint, value=value) for value in smaller_values(constraint.value))


INSTANCES = ElementInstances()
