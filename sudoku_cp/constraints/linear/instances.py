"""Random comparisons of sums, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    NEAR,
    RELATIONS,
    SHAPES,
    Declare,
    Instances,
    Witness,
    changed,
    nearer,
    random_scope,
    random_variables,
)
from sudoku_cp.kernel.cell import Cell, LinearExpression
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.linear import Linear
from sudoku_cp.model import Model

LARGEST_PART = 64
"""The largest number of values for a variable that stands for a part of a sum."""


class LinearInstances(Instances[Linear]):
    """Comparisons of sums."""

    share = 2
    large_share = 6

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        weights = random.choice(((1,), (1, -1), (0, 1, 2), (-3, -2, -1, 0, 1, 2, 3), (100, -7, 1)))
        terms = tuple((random.choice(weights), cell) for cell in scope)
        constant = sum(weight * witness[cell] for weight, cell in terms) + random.choice(NEAR)
        return Linear(terms, random.choice(RELATIONS), constant)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A sum near its upper or lower bound, or anywhere between."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(-1, max(8, size)))
        weights = random.choice(((1,), (1, -1), (-3, -2, -1, 1, 2, 3), (1, 2, 5)))
        terms = tuple((random.choice(weights), cell) for cell in witness)
        end = random.choice((min, max, None))
        totals = [
            weight * witness[cell] if end is None else end(weight * value for value in cell.domain)
            for weight, cell in terms
        ]
        constant = sum(totals) + random.choice((-3, -2, -1, 0, 0, 1, 2, 3))
        return Linear(terms, random.choice(tuple(Relation)), constant), witness

    def shuffled(self, constraint: Linear, random: Random) -> Constraint:
        return changed(constraint, terms=tuple(random.sample(constraint.terms, len(constraint.terms))))

    def smaller(self, constraint: Linear) -> Iterator[Constraint]:
        yield from super().smaller(constraint)
        terms = constraint.terms
        for place, (weight, cell) in enumerate(terms):
            for number in nearer(weight, 1 if weight > 0 else -1):
                yield changed(constraint, terms=(*terms[:place], (number, cell), *terms[place + 1 :]))

    def implied(self, constraint: Linear, random: Random) -> tuple[Constraint, ...]:
        """One side of an equation as an inequality, with a little slack."""
        if constraint.relation is not Relation.EQUAL:
            return ()
        return (
            changed(constraint, relation=Relation.AT_MOST),
            changed(constraint, relation=Relation.AT_LEAST, constant=constraint.constant - 1),
        )

    def split(self, constraint: Linear, declare: Declare) -> tuple[Constraint, ...]:
        """A variable for the first half of the terms, and the sum of it and the other terms."""
        half = len(constraint.terms) // 2
        first, others = constraint.terms[:half], constraint.terms[half:]
        sums = {0}
        for weight, cell in first:
            sums = {total + weight * value for total in sums for value in cell.domain}
            if len(sums) > LARGEST_PART:
                return ()
        if len(others) < 2:
            return ()
        part = declare(sums)
        return LinearExpression(first) - part == 0, changed(constraint, terms=((1, part), *others))


INSTANCES = LinearInstances()
