"""A batch for backends that solve one puzzle at a time."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import numpy as np

from sudoku_cp.backends.batch import OPEN, Batch, Grids
from sudoku_cp.backends.contract import Limits, Program


def solve_one_by_one(program: Program, givens: Grids, limit: int, limits: Limits) -> Batch:
    """Count up to ``limit`` solutions of each row of ``givens``, within one time limit for all."""
    start = monotonic()
    puzzles = len(givens)
    solutions = np.full(givens.shape, OPEN, np.int64)
    counts, nodes = np.zeros(puzzles, np.int64), np.zeros(puzzles, np.int64)
    exact = np.zeros(puzzles, bool)
    for puzzle, row in enumerate(givens):
        if limits.seconds is not None:
            left = start + limits.seconds - monotonic()
            if left <= 0:
                break
            limits = replace(limits, seconds=left)
            start = monotonic()
        if limits.cancel is not None and limits.cancel.is_set():
            break
        fixed = {cell: int(value) for cell, value in zip(program.model.cells, row, strict=True) if value != OPEN}
        result = program.count(limit, fixed, limits)
        counts[puzzle], exact[puzzle], nodes[puzzle] = result.count, result.exact, result.statistics.nodes
        if result.solution is not None:
            solutions[puzzle] = result.solution.values_in_order
    return Batch(solutions, counts, exact, nodes, monotonic() - start)
