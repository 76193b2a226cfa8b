"""Random products, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random

from sudoku_cp.cross_check.instances import SHAPES, Instances, Witness, random_number, random_scope, random_variables
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.product import Product
from sudoku_cp.model import Model


class ProductInstances(Instances[Product]):
    """Products."""

    large_share = 6

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        return Product(scope, random_number(random, cells, witness, prod(witness[cell] for cell in scope)))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A product at the upper or lower bound of its factors, or of its number."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(random.choice((1, 1, 1, 0, -2)), max(10, size)))
        factors = tuple(witness)
        end = random.choice((0, -1))
        if random.random() < 0.8:
            witness = {cell: cell.domain[end] for cell in factors}
        total = prod(witness.values())
        if random.random() < 0.7:
            return Product(factors, total), witness
        others = {total + random.choice((-1, 1)) * random.randint(1, 9) for _ in range(random.choice((0, 1, 3)))}
        value = model.variable("total", {total, *(other for other in others if (other > total) == (end == 0))})
        return Product(factors, value), {**witness, value: total}


INSTANCES = ProductInstances()
