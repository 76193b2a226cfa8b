"""True candidates by repeated searches for one solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from sudoku_cp.model import Cell, Model
from sudoku_cp.model.answers import Candidates, Result, Statistics, Status
from sudoku_cp.model.givens import Givens
from sudoku_cp.model.limits import Limits


def probe_candidates(
    model: Model, solver: str, find: Callable[[Givens, Limits], Result], givens: Givens, limits: Limits
) -> Candidates:
    """Find a solution with each value of each cell that has not occurred in a solution."""
    start, nodes = monotonic(), 0
    seen: dict[Cell, set[int]] = {cell: set() for cell in model.cells}

    def probe(fixed: Givens) -> Status:
        nonlocal nodes
        left = None if limits.nodes is None else max(0, limits.nodes - nodes)
        result = find(fixed, replace(limits.after(start), nodes=left))
        nodes += result.statistics.nodes
        if result.solution is None:
            return result.status
        for cell, value in result.solution.items():
            seen[cell].add(value)
        return Status.COMPLETE

    status = probe(givens)
    for cell in model.cells:
        for value in model.domain_of(cell):
            if status is Status.COMPLETE and value not in seen[cell] and givens.get(cell, value) == value:
                status = Status.LIMIT if probe({**givens, cell: value}) is Status.LIMIT else Status.COMPLETE
    values = {cell: tuple(sorted(found)) for cell, found in seen.items()}
    return Candidates(solver, status, values, Statistics(nodes, 0, monotonic() - start))
