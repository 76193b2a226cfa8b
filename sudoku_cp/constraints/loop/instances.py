"""Random loops, paths and circuits, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from sudoku_cp.cross_check.instances import (
    Instances,
    Witness,
    changed,
    fewer,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.loop import Circuit, Loop, Path
from sudoku_cp.model import Model

Edges = list[tuple[int, int]]


class LoopInstances(Instances[Loop | Path | Circuit]):
    """Loops, paths and circuits."""

    share = 3  # three kinds

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells, random.choice((3, 4, 6)))
        if scope and random.random() < 0.3:
            return Circuit(scope, random.choice((0, 0, 1, -1)))
        nodes = random.sample(range(-3, 9), random.choice((2, 3, 4)))
        edges = [(random.choice(nodes), random.choice(nodes)) for _ in scope]
        if random.random() < 0.5:  # round trips, and perhaps more edges
            edges = [(nodes[at % len(nodes)], nodes[(at + 1) % len(nodes)]) for at, _ in enumerate(scope)]
        values: list[set[int]] | set[int] = {*random.sample(range(-3, 7), random.choice((0, 1, 3, 5)))}
        if random.random() < 0.5:
            values = [{witness[cell], random.randint(-3, 6)} if random.random() < 0.8 else {7} for cell in scope]
        visits = random.sample(nodes, random.choice((0, 0, 1, 2)))
        if random.random() < 0.5:
            return Loop(scope, edges, values, visits)
        return Path(scope, edges, values, visits, random.sample(nodes, random.choice((0, 0, 1, 2))))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A ladder, perhaps with shortcuts and a tail, and a loop or a path in it; or a circuit."""
        if random.random() < 0.25:
            size = random.choice((4, 5))
            order = random.sample(range(size), size)
            follows = {node: order[(place + 1) % size] for place, node in enumerate(order)}
            domains = [{follows[node], *random.sample(range(size), 2)} for node in range(size)]
            cells = [model.variable(f"x{len(model.cells)}", domain) for domain in domains]
            return Circuit(cells), {cell: follows[node] for node, cell in enumerate(cells)}
        rungs = random.choice((2, 3, 4))
        edges = [(at, at + 1) for at in range(2 * rungs) if at % 2 == 0] + [(at, at + 2) for at in range(2 * rungs - 2)]
        edges += random.sample([(0, 2 * rungs - 1), (1, 2), (0, 9)], random.choice((0, 0, 1)))
        random.shuffle(edges)
        cells = list(random_variables(random, model, len(edges), 2, range(2 + (len(edges) < 8))))
        values = [{random.choice(cell.domain)} for cell in cells]
        begin, end = sorted(random.sample(range(rungs), 2))
        taken = {(2 * at, 2 * at + 2) for at in range(begin, end)} | {
            (2 * at + 1, 2 * at + 3) for at in range(begin, end)
        }
        taken |= {(2 * begin, 2 * begin + 1), (2 * end, 2 * end + 1)}
        is_path = random.random() < 0.5
        if is_path:
            taken.remove((2 * end, 2 * end + 1))
        witness = {
            cell: next((value for value in cell.domain if (value in some) == (edge in taken)), cell.domain[0])
            for cell, some, edge in zip(cells, values, edges, strict=True)
        }
        visits = random.sample([2 * begin, 2 * end, 2 * end + 1], random.choice((0, 0, 1)))
        if not is_path:
            return Loop(cells, edges, values, visits), witness
        ends = random.sample([2 * end, 2 * end + 1], random.choice((0, 1, 2)))
        return Path(cells, edges, values, visits, ends), witness

    def smaller(self, constraint: Loop | Path | Circuit) -> Iterator[Constraint]:
        if isinstance(constraint, Circuit):
            yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells) if cells)
            if constraint.first:
                yield changed(constraint, first=0)
            return
        for places in without_some(range(len(constraint.cells))):
            yield changed(
                constraint,
                cells=tuple([constraint.cells[place] for place in places]),
                edges=tuple([constraint.edges[place] for place in places]),
                values=tuple([constraint.values[place] for place in places]),
            )
        yield from (changed(constraint, visits=visits) for visits in fewer(constraint.visits))
        if isinstance(constraint, Path):
            yield from (changed(constraint, ends=ends) for ends in fewer(constraint.ends))
        for place, some in enumerate(constraint.values):
            for left in fewer(some):
                yield changed(constraint, values=(*constraint.values[:place], left, *constraint.values[place + 1 :]))

    def shuffled(self, constraint: Loop | Path | Circuit, random: Random) -> Constraint:
        if isinstance(constraint, Circuit):
            return constraint
        places = random.sample(range(len(constraint.cells)), len(constraint.cells))
        return changed(
            constraint,
            cells=tuple([constraint.cells[place] for place in places]),
            edges=tuple([constraint.edges[place][:: random.choice((1, -1))] for place in places]),
            values=tuple([constraint.values[place] for place in places]),
        )

    def implied(self, constraint: Loop | Path | Circuit, random: Random) -> tuple[Constraint, ...]:
        """Different successors; less to visit, and ends anywhere."""
        if isinstance(constraint, Circuit):
            return constraint.parts[:1]
        parts: dict[str, frozenset[int]] = {"ends": frozenset()} if isinstance(constraint, Path) else {}
        return (changed(constraint, visits=frozenset(), **parts),)


INSTANCES = LoopInstances()
