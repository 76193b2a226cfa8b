"""Random combinations, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from sudoku_cp.cross_check import instances
from sudoku_cp.cross_check.instances import Instances, changed, nearer, without_some
from sudoku_cp.kernel.combination import Combination, Not
from sudoku_cp.kernel.constraint import Constraint


class CombinationInstances(Instances[Combination]):
    """Combinations."""

    share = large_share = 0

    def smaller(self, constraint: Combination) -> Iterator[Constraint]:
        parts = constraint.constraints
        yield from parts
        if len(parts) > 1 or constraint.relation.compares(1, constraint.constant):
            yield from map(Not, parts)
        for some in without_some(parts):
            yield changed(constraint, constraints=some)
            yield changed(constraint, constraints=some, constant=constraint.constant - 1)
        yield from (changed(constraint, constant=number) for number in nearer(constraint.constant))
        for place, part in enumerate(parts):
            for smaller in instances.smaller_constraints(part):
                yield changed(constraint, constraints=(*parts[:place], smaller, *parts[place + 1 :]))

    def shuffled(self, constraint: Combination, random: Random) -> Constraint:
        parts = [instances.shuffled(part, random) for part in constraint.constraints]
        return changed(constraint, constraints=tuple(random.sample(parts, len(parts))))

    def relabelled(self, constraint: Combination, new: Mapping[int, int]) -> Constraint | None:
        parts = [instances.relabelled(part, new) for part in constraint.constraints]
        return None if any(part is None for part in parts) else changed(constraint, constraints=tuple(parts))


INSTANCES = CombinationInstances()
