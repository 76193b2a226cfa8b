"""Many puzzles of one model in one call of the engine."""

from __future__ import annotations

from time import monotonic

import numpy as np

from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp.backends.batch import OPEN, Batch, Grids
from sudoku_cp.backends.contract import Limits, Progress
from sudoku_cp.model import Model

NO_GIVEN = 255
"""The engine's mark of an open cell; other entries are positions in the cell's table of values."""


def solve_many(
    model: Model, problem: _native.Problem, givens: Grids, limit: int, threads: int, limits: Limits
) -> Batch:
    """Solve every row of ``givens`` (values in cell order, `batch.OPEN` where open)."""
    start = monotonic()
    puzzles = len(givens)
    bits = np.empty(givens.shape, np.uint8)
    for table, columns in _columns_by_table(problem):
        values = givens[:, columns]
        position = np.searchsorted(table, values)
        bits[:, columns] = np.where(values == OPEN, NO_GIVEN, position)
    solutions = np.empty_like(bits)
    counts, nodes = np.empty(puzzles, np.int64), np.empty(puzzles, np.int64)
    exact = np.empty(puzzles, np.uint8)

    def poll(*_: object) -> bool:
        if limits.on_progress is not None:
            limits.on_progress(Progress(monotonic() - start, 0, 0))
        return limits.cancel is not None and limits.cancel.is_set()

    _native.solve_many(
        problem, bits, limit, threads, solutions, counts, nodes, exact, limits.seconds, limits.nodes, poll
    )
    values = np.full(givens.shape, OPEN, np.int64)
    solved = counts > 0
    for table, columns in _columns_by_table(problem):
        values[np.ix_(solved, columns)] = table[solutions[np.ix_(solved, columns)]]
    return Batch(values, counts, exact.astype(bool), nodes, monotonic() - start)


def _columns_by_table(problem: _native.Problem) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Group the columns by the engine's table of values."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for column, table in enumerate(problem.tables):
        groups.setdefault(tuple(table), []).append(column)
    return [(np.array(table, np.int64), np.array(columns)) for table, columns in groups.items()]
