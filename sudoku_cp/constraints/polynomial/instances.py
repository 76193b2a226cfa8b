"""Random comparisons of sums of products, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from random import Random

from sudoku_cp.cross_check.instances import (
    NEAR,
    RELATIONS,
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
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.polynomial import Polynomial
from sudoku_cp.model import Model

WEIGHTS = ((1,), (1, -1), (0, 1, 2), (-3, -2, -1, 1, 2, 3), (100, -7, 1))


class PolynomialInstances(Instances[Polynomial]):
    """Comparisons of sums of products."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        weights = random.choice(WEIGHTS)
        products = [random_scope(random, cells, 3)[:3] for _ in range(random.choice((0, 1, 1, 2, 2, 3)))]
        return _near(random, [(random.choice(weights), product) for product in products], witness)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A sum of squares and products of two or three cells, with about as many terms as cells."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(random.choice((1, 0, -4)), max(10, size)))
        weights = random.choice(WEIGHTS[1:])
        cells = list(witness)
        products = [random.choices(cells, k=random.choice((1, 2, 2, 3))) for _ in cells]
        return _near(random, [(random.choice(weights), tuple(product)) for product in products], witness), witness

    def shuffled(self, constraint: Polynomial, random: Random) -> Constraint:
        terms = [(weight, tuple(random.sample(cells, len(cells)))) for weight, cells in constraint.terms]
        return changed(constraint, terms=tuple(random.sample(terms, len(terms))))

    def smaller(self, constraint: Polynomial) -> Iterator[Constraint]:
        yield from super().smaller(constraint)
        for place, (weight, cells) in enumerate(constraint.terms):
            before, after = constraint.terms[:place], constraint.terms[place + 1 :]
            for some in without_some(cells):
                yield changed(constraint, terms=(*before, (weight, some), *after))
            for number in nearer(weight, 1 if weight > 0 else -1):
                yield changed(constraint, terms=(*before, (number, cells), *after))

    def implied(self, constraint: Polynomial, random: Random) -> tuple[Constraint, ...]:
        """One side of an equation as an inequality, with a little slack."""
        if constraint.relation is not Relation.EQUAL:
            return ()
        return (
            changed(constraint, relation=Relation.AT_MOST),
            changed(constraint, relation=Relation.AT_LEAST, constant=constraint.constant - 1),
        )


def _near(random: Random, terms: list[tuple[int, tuple[Cell, ...]]], witness: Witness) -> Polynomial:
    """The terms compared with what they mostly are for the witness."""
    total = sum(weight * prod(witness[cell] for cell in product) for weight, product in terms)
    return Polynomial(tuple(terms), random.choice(RELATIONS), total + random.choice(NEAR))


INSTANCES = PolynomialInstances()
