"""Random sightlines, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    SHAPES,
    Instances,
    Witness,
    changed,
    random_number,
    random_scope,
    random_variables,
    smaller_values,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.sightlines import Sightlines
from sudoku_cp.model import Model


class SightlinesInstances(Instances[Sightlines]):
    """Sightlines."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        lines = tuple([random_scope(random, cells, 3) for _ in range(random.choice((0, 1, 1, 2, 3)))])
        viewer = random.choice(cells)
        return Sightlines(viewer, lines, random_number(random, cells, witness, _seen(viewer, lines, witness)))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """Variables of two or three values, so that several are seen; a further one has the number."""
        number, size = random.choice(SHAPES)
        witness = random_variables(random, model, number, size, range(random.choice((2, 3)) if size < 4 else size))
        viewer, *others = witness
        lines: tuple[tuple[Cell, ...], ...] = ()
        while others:
            length = random.randint(1, len(others))
            lines, others = (*lines, tuple(others[:length])), others[length:]
        seen = _seen(viewer, lines, witness)
        if random.random() < 0.4:
            return Sightlines(viewer, lines, seen), witness
        cell = model.variable("number", {seen, *random.sample(range(1, number + 2), 2)})
        return Sightlines(viewer, lines, cell), {**witness, cell: seen}

    def smaller(self, constraint: Sightlines) -> Iterator[Constraint]:
        lines = constraint.lines
        yield from (changed(constraint, lines=some) for some in without_some(lines))
        for place, line in enumerate(lines):
            for some in without_some(line):
                yield changed(constraint, lines=(*lines[:place], some, *lines[place + 1 :]))
        yield from (changed(constraint, number=number) for number in smaller_values(constraint.number))

    def shuffled(self, constraint: Sightlines, random: Random) -> Constraint:
        return changed(constraint, lines=tuple(random.sample(constraint.lines, len(constraint.lines))))

    def relabelled(self, constraint: Sightlines, new: Mapping[int, int]) -> Constraint | None:
        return constraint if isinstance(constraint.number, int) else None


def _seen(viewer: Cell, lines: Sequence[Sequence[Cell]], witness: Witness) -> int:
    differs = [[witness[cell] != witness[viewer] for cell in line] for line in lines]
    return 1 + sum(line.index(True) if True in line else len(line) for line in differs)


INSTANCES = SightlinesInstances()
