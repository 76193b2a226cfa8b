"""The referee for tiny models: it tries every assignment, and relies on nothing but `holds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Constraint, Model
from sudoku_cp.model.answers import Candidates, Statistics, Status
from sudoku_cp.model.givens import domains
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.questions import Enumerator
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.solver import Solver

MOST_REMEMBERED = 10_000

_NODES_PER_CHECK = 1024
"""The number of assignments between two checks of the clock."""


class CompiledBruteForce(LoweredModel):
    """A search that assigns one cell after another, and tests a constraint as soon as its whole scope has values.

    A node is an assignment of a cell. The solutions found for the last question are remembered if there are few: all
    solutions, or those within the same limit of nodes.
    """

    def __init__(self, model: Model, solver: BruteForce) -> None:
        super().__init__(model, solver)
        # A variable that is a function of cells comes right after them, or after all: there it has one value left.
        self._cells = sorted(
            model.cells, key=lambda cell: (cell.row is None, cell.row or 0, cell.column or 0, cell.index)
        )
        self._known: tuple[Givens, int | None, Status, tuple[tuple[int, ...], ...]] | None = None

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        start = monotonic()
        if self._known is not None and self._known[0] == givens:
            _, nodes, status, found = self._known
            if status is not Status.LIMIT or nodes == limits.nodes:
                yield from found
                return status, Statistics(0, 0, monotonic() - start)
        search = _Search(self._cells, self.model, givens, limits, start)
        first: list[tuple[int, ...]] = []
        number = 0
        for values in search.solutions():
            number += 1
            if number <= MOST_REMEMBERED:
                first.append(values)
            yield values
        status = Status.COMPLETE if number else Status.INFEASIBLE
        if search.stopped:
            status = Status.LIMIT
        if number <= MOST_REMEMBERED and (not search.stopped or search.out_of_nodes):
            self._known = dict(givens), limits.nodes, status, tuple(first)
        return status, Statistics(search.nodes, 0, monotonic() - start)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        enumerator = self._enumerate(givens, limits)
        seen: dict[Cell, set[int]] = {cell: set() for cell in self.model.cells}
        while True:
            try:
                values = next(enumerator)
            except StopIteration as end:
                status, statistics = end.value
                return Candidates(
                    self.solver_name, status, {cell: tuple(sorted(found)) for cell, found in seen.items()}, statistics
                )
            for cell, value in zip(self.model.cells, values, strict=True):
                seen[cell].add(value)


class _Search:
    """One pass through all assignments, as far as the limits allow."""

    def __init__(self, cells: Sequence[Cell], model: Model, givens: Givens, limits: Limits, start: float) -> None:
        self._cells = model.cells
        self._values = domains(model, givens)
        # Cells with one value come first, so that constraints are tested sooner.
        self._order = sorted(cells, key=lambda cell: len(self._values[cell.index]) > 1)
        place = {cell: number for number, cell in enumerate(self._order, 1)}
        self._due: list[list[Constraint]] = [[] for _ in range(len(self._order) + 1)]
        for constraint in model.constraints:
            self._due[max((place[cell] for cell in constraint.scope), default=0)].append(constraint)
        self._assignment: dict[Cell, int] = {}
        self._limits = limits
        self._start = start
        self.nodes = 0
        self.out_of_nodes = False
        self.stopped = False

    def solutions(self, depth: int = 0) -> Iterator[tuple[int, ...]]:
        """Assign the cells from a position in the order on."""
        assignment = self._assignment
        for constraint in self._due[depth]:
            if not constraint.holds(assignment):
                return
        if depth == len(self._order):
            yield tuple([assignment[cell] for cell in self._cells])
            return
        cell = self._order[depth]
        for value in self._values[cell.index]:
            if self._ends():
                return
            assignment[cell] = value
            yield from self.solutions(depth + 1)

    def _ends(self) -> bool:
        """Count a node; return whether the search must stop."""
        self.nodes += 1
        limits = self._limits
        if limits.nodes is not None and self.nodes > limits.nodes:
            self.stopped = self.out_of_nodes = True
        elif self.nodes % _NODES_PER_CHECK == 0:
            late = limits.seconds is not None and monotonic() - self._start > limits.seconds
            self.stopped = late or (limits.cancel is not None and limits.cancel.is_set())
        return self.stopped


class BruteForce(Solver):
    """Exhaustive search, which shares no code with a solver and suits models of a few cells."""

    plain_name = "brute-force"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledBruteForce:
        """Order the cells; every constraint is supported."""
        return CompiledBruteForce(model, self)
