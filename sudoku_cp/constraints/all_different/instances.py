"""Random all-different constraints, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from sudoku_cp.cross_check.instances import SHAPES, Declare, Instances, Witness, changed, random_scope, random_variables
from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model import Model


class AllDifferentInstances(Instances[AllDifferent]):
    """All-different."""

    large_share = 1

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        return AllDifferent(random_scope(random, cells))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(size + 1))
        cells = tuple(witness)
        return AllDifferent(cells), witness

    def shuffled(self, constraint: AllDifferent, random: Random) -> Constraint:
        return changed(constraint, cells=tuple(random.sample(constraint.cells, len(constraint.cells))))

    def relabelled(self, constraint: AllDifferent, new: Mapping[int, int]) -> Constraint | None:
        return constraint

    def implied(self, constraint: AllDifferent, random: Random) -> tuple[Constraint, ...]:
        """The constraint without one cell."""
        cells = constraint.cells
        return (AllDifferent(random.sample(cells, len(cells) - 1)),) if len(cells) > 2 else ()

    def split(self, constraint: AllDifferent, declare: Declare) -> tuple[Constraint, ...]:
        """The pairs, if there are few."""
        cells = constraint.cells
        return tuple(map(AllDifferent, combinations(cells, 2))) if 2 < len(cells) < 6 else ()


INSTANCES = AllDifferentInstances()
