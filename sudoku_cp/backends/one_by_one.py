"""A batch for backends that solve one puzzle at a time."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import numpy as np

from sudoku_cp.backends.batch import Batch, Grids, empty_value, open_mark
from sudoku_cp.backends.contract import Limits, Program


def solve_one_by_one(program: Program, givens: Grids, limit: int, limits: Limits) -> Batch:
    """Count up to ``limit`` solutions of each row of ``givens``, within one time limit for all."""
    start = monotonic()
    puzzles, model = len(givens), program.model
    solutions = np.full_like(givens, empty_value(model))
    counts, nodes = np.zeros(puzzles, np.int64), np.zeros(puzzles, np.int64)
    exact = np.zeros(puzzles, bool)
    mark = open_mark(givens)
    for puzzle, row in enumerate(givens.tolist()):
        left = None if limits.seconds is None else start + limits.seconds - monotonic()
        if (left is not None and left <= 0) or (limits.cancel is not None and limits.cancel.is_set()):
            break
        fixed = {cell: value for cell, value in zip(model.cells, row, strict=True) if value != mark}
        result = program.count(limit, fixed, replace(limits, seconds=left))
        counts[puzzle], exact[puzzle], nodes[puzzle] = result.count, result.exact, result.statistics.nodes
        if result.solution is not None:
            solutions[puzzle] = result.solution.values_in_order
    return Batch(solutions, counts, exact, nodes, monotonic() - start)
