"""A batch for solvers that solve one puzzle at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

import numpy as np

from sudoku_cp.model import Model
from sudoku_cp.model.answers import Result
from sudoku_cp.model.batches import UNKNOWN, Batch, Grids
from sudoku_cp.model.givens import Givens
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.batch import empty_value, open_mark

Ask = Callable[[Givens, Limits], Result]
"""Answers a question about one puzzle, within limits."""


def solve_one_by_one(model: Model, ask: Ask, givens: Grids, limits: Limits) -> Batch:
    """Ask about each row of ``givens``, within one time limit for all."""
    start = monotonic()
    puzzles = len(givens)
    solutions = np.full_like(givens, empty_value(model))
    counts, nodes = np.zeros(puzzles, np.int64), np.zeros(puzzles, np.int64)
    exact = np.zeros(puzzles, bool)
    mark = open_mark(givens)
    for puzzle, row in enumerate(givens.tolist()):
        left = limits.after(start)
        if left.seconds == 0 or (limits.cancel is not None and limits.cancel.is_set()):
            break
        fixed = {cell: value for cell, value in zip(model.cells, row, strict=True) if value != mark}
        result = ask(fixed, left)
        counts[puzzle], exact[puzzle], nodes[puzzle] = result.count, result.exact, result.statistics.nodes
        if result.solution is not None:
            solutions[puzzle] = result.solution.values_in_order
    return Batch(solutions, counts, exact, nodes, monotonic() - start)


def best_one_by_one(model: Model, solve: Ask, givens: Grids, limits: Limits) -> Batch:
    """Find the best solution of each row of ``givens``, within one time limit for all."""
    objectives, bounds = (np.full(len(givens), UNKNOWN, np.int64) for _ in range(2))
    puzzles = iter(range(len(givens)))

    def ask(fixed: Givens, left: Limits) -> Result:
        result, puzzle = solve(fixed, left), next(puzzles)
        objectives[puzzle] = UNKNOWN if result.objective is None else result.objective
        bounds[puzzle] = UNKNOWN if result.bound is None else result.bound
        return result

    return replace(solve_one_by_one(model, ask, givens, limits), objectives=objectives, bounds=bounds)
