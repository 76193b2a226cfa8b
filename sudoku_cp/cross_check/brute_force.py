"""The referee of tiny models: every assignment is tried, and asked nothing but `holds`."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic

from sudoku_cp.backends.contract import (
    Candidates,
    Enumerator,
    Givens,
    Limits,
    Program,
    Result,
    Statistics,
    Status,
    domains,
)
from sudoku_cp.model import Cell, Constraint, Model

_PATIENCE = 1024
"""Assignments between two looks at the clock."""


class BruteForceProgram(Program):
    """Cells are assigned one after the other; a constraint is asked as soon as its whole scope has values.

    A node is an assignment of a cell.
    """

    backend = "brute-force"

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        # What a cell counts as and the like stands at its cell's place: there it has one value left.
        self._order = sorted(model.cells, key=lambda cell: (cell.row or 0, cell.column or 0, cell.index))
        place = {cell: number for number, cell in enumerate(self._order, 1)}
        self._due: list[list[Constraint]] = [[] for _ in range(len(self._order) + 1)]
        for constraint in model.constraints:
            self._due[max((place[cell] for cell in constraint.scope), default=0)].append(constraint)

    def _solve(self, givens: Givens, limits: Limits) -> Result:
        start = monotonic()
        objective = self.model.objective
        best, value = None, None
        enumerator = self._enumerate(givens, limits)
        status, statistics = Status.LIMIT, Statistics()
        while True:
            try:
                solution = self.model.solution(next(enumerator))
            except StopIteration as end:
                status, statistics = end.value
                break
            if objective is None:
                best, status = solution, Status.SOLVED
                statistics = Statistics(seconds=monotonic() - start)
                break
            score = objective.value(solution)
            if value is None or objective.better(score, value):
                best, value = solution, score
        if status is Status.COMPLETE:
            status = Status.OPTIMAL
        bound = value if status is Status.OPTIMAL else None
        return Result(self.backend, status, best, int(best is not None), value, bound, statistics)

    def _enumerate(self, givens: Givens, limits: Limits) -> Enumerator:
        start = monotonic()
        search = _Search(limits, start)
        found = 0
        values: dict[Cell, int] = {}
        for _ in self._extend(0, domains(self.model, givens), values, search):
            found += 1
            yield tuple(values[cell] for cell in self.model.cells)
        statistics = Statistics(search.nodes, 0, monotonic() - start)
        if search.stopped:
            return Status.LIMIT, statistics
        return Status.COMPLETE if found else Status.INFEASIBLE, statistics

    def _extend(
        self, depth: int, open_values: list[tuple[int, ...]], values: dict[Cell, int], search: _Search
    ) -> Generator[None, None, None]:
        for constraint in self._due[depth]:
            if not constraint.holds(values):
                return
        if depth == len(self._order):
            yield
            return
        cell = self._order[depth]
        for value in open_values[cell.index]:
            if search.ends():
                return
            values[cell] = value
            yield from self._extend(depth + 1, open_values, values, search)

    def _candidates(self, givens: Givens, limits: Limits) -> Candidates:
        enumerator = self._enumerate(givens, limits)
        seen: dict[Cell, set[int]] = {cell: set() for cell in self.model.cells}
        while True:
            try:
                values = next(enumerator)
            except StopIteration as end:
                status, statistics = end.value
                return Candidates(
                    self.backend, status, {cell: tuple(sorted(found)) for cell, found in seen.items()}, statistics
                )
            for cell, value in zip(self.model.cells, values, strict=True):
                seen[cell].add(value)


class _Search:
    """Counts nodes and says when the limits are reached."""

    def __init__(self, limits: Limits, start: float) -> None:
        self._limits = limits
        self._start = start
        self.nodes = 0
        self.stopped = False

    def ends(self) -> bool:
        """Count a node; say whether the search must stop."""
        self.nodes += 1
        limits = self._limits
        if limits.nodes is not None and self.nodes > limits.nodes:
            self.stopped = True
        elif self.nodes % _PATIENCE == 0:
            late = limits.seconds is not None and monotonic() - self._start > limits.seconds
            self.stopped = late or (limits.cancel is not None and limits.cancel.is_set())
        return self.stopped


class BruteForce:
    """Trying everything; it shares no code with a solver, and takes models of a few cells."""

    name = "brute-force"

    def compile(self, model: Model) -> BruteForceProgram:
        """Order the cells; no constraint is beyond it."""
        return BruteForceProgram(model)
