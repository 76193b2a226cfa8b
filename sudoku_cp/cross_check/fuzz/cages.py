"""Random groups of constraints that imply more together than one by one: cages and houses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sudoku_cp.cross_check.drawing import NEAR, Witness
from sudoku_cp.model import AllDifferent, Cell, Constraint, Linear, Relation


def random_cage(random: Random, cells: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Up to five cells that differ, and their sum: together they imply more than one by one."""
    scope = _differing(random, cells, witness, random.choice((3, 4, 4, 5, 5)))
    weight = random.choice((1, 1, 1, 2, -1))
    total = sum(witness[cell] for cell in scope) + (random.choice(NEAR) if random.random() < 0.1 else 0)
    terms = tuple((weight, cell) for cell in scope)
    return [AllDifferent(scope), Linear(terms, Relation.EQUAL, weight * total)]


def random_cages(random: Random, house: Sequence[Cell], beside: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Cages that cover a house except some of its cells, or with some extra cells: the difference has a known sum."""
    order, made = random.sample(house, len(house)), list[Constraint]()
    while len(order) > random.choice((0, 1, 2)):
        scope = [order.pop() for _ in range(min(len(order), random.choice((1, 2, 2, 3, 4))))]
        if beside and random.random() < 0.4:
            scope.append(random.choice(beside))
        by_digit = {witness[cell]: cell for cell in scope}
        made.append(AllDifferent(by_digit.values()))
        made.append(Linear(tuple((1, cell) for cell in by_digit.values()), Relation.EQUAL, sum(by_digit)))
    return made


def random_house(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    """Cells that differ in the witness: a pair, a few, or as many as possible."""
    return AllDifferent(_differing(random, cells, witness, random.choice((2, 2, 3, len(cells)))))


def _differing(random: Random, cells: Sequence[Cell], witness: Witness, number: int) -> list[Cell]:
    """A number of cells with different values, or as many as there are."""
    by_value = {witness[cell]: cell for cell in random.sample(cells, len(cells))}
    return random.sample(list(by_value.values()), min(len(by_value), number))
