"""Random ranks of lines, and smaller or changed ones."""

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
from sudoku_cp.kernel.rank import Rank
from sudoku_cp.model import Model


class RankInstances(Instances[Rank]):
    """Ranks of lines."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        line = random_scope(random, cells, 3)
        number = random.choice((0, 1, 1, 2, 2, 3))
        others = [tuple(random.choice(cells) for _ in line) for _ in range(number)]
        return _around(random, line, others, witness)

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """Lines of up to three variables, as many as there are."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(max(size, random.choice((3, 5)))))
        length = random.randint(1, min(3, number))
        cells = list(witness)
        line, *others = (tuple(cells[at : at + length]) for at in range(0, number - length + 1, length))
        return _around(random, line, others, witness), witness

    def smaller(self, constraint: Rank) -> Iterator[Constraint]:
        yield from (changed(constraint, others=some) for some in without_some(constraint.others))
        for places in without_some(range(len(constraint.line))):
            line, *others = (tuple(cells[place] for place in places) for cells in (constraint.line, *constraint.others))
            yield changed(constraint, line=line, others=tuple(others))
        yield from (changed(constraint, rank=rank) for rank in nearer(constraint.rank, 1))

    def shuffled(self, constraint: Rank, random: Random) -> Constraint:
        return changed(constraint, others=tuple(random.sample(constraint.others, len(constraint.others))))


def _around(random: Random, line: tuple[Cell, ...], others: Sequence[tuple[Cell, ...]], witness: Witness) -> Rank:
    """The rank in the witness, or one near it."""
    own, *read = ([witness[cell] for cell in cells] for cells in (line, *others))
    rank = 1 + sum(other < own for other in read)
    return Rank(line, tuple(others), rank + random.choice(NEAR), own in read or random.random() < 0.3)


INSTANCES = RankInstances()
