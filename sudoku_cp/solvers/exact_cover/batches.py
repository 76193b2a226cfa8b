"""Many puzzles of one model in one call of the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp.model import Model
from sudoku_cp.model.batches import UNKNOWN, Batch, Grids
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.solvers.exact_cover.compiled import on_threads
from sudoku_cp.solving.batch import ColumnGroups, empty_value, for_blocks, is_range, open_mark

NO_GIVEN = 255
"""The engine's mark of an open cell, and of every cell of an unsolved puzzle; other numbers are places in its table."""

NO_COST = 1 << 60
"""The end of the range of costs in the engine; numbers beyond mean no bound."""


def solve_many(
    model: Model,
    problem: _native.Problem,
    groups: ColumnGroups,
    givens: Grids,
    limit: int,
    threads: int,
    limits: Limits,
    score: Callable[[NDArray[np.int64]], NDArray[np.int64]] | None = None,
) -> Batch:
    """Solve every row of ``givens``, in the form that `batch.read_grids` returns.

    Parameters
    ----------
    groups
        The problem's tables of values, with the columns of the cells that have them.
    score
        Converts costs to scores; if it is given, the best solution of each puzzle is found.
    """
    start = monotonic()
    puzzles = len(givens)
    given_positions, found_positions = np.empty(givens.shape, np.uint8), np.empty(givens.shape, np.uint8)

    def read(rows: slice) -> None:
        for table, columns in groups:
            given_positions[rows, columns] = _positions(table, givens[rows, columns])

    for_blocks(read, puzzles, threads)
    counts, nodes = np.empty(puzzles, np.int64), np.empty(puzzles, np.int64)
    exact = np.empty(puzzles, np.uint8)
    costs = bounds = None
    if score is not None:
        costs, bounds = np.zeros(puzzles, np.int64), np.empty(puzzles, np.int64)

    def poll(*_: object) -> bool:
        if limits.on_progress is not None:
            limits.on_progress(Progress(monotonic() - start, 0, 0))
        return limits.cancel is not None and limits.cancel.is_set()

    with on_threads(threads):
        _native.solve_many(
            problem,
            given_positions,
            limit,
            threads,
            found_positions,
            counts,
            nodes,
            exact,
            costs,
            bounds,
            limits.seconds,
            limits.nodes,
            poll,
        )
    if len(groups) == 1:
        solutions = _values(groups[0][0], found_positions, empty_value(model), givens.dtype)
    else:
        solutions = np.empty_like(givens)
        for table, columns in groups:
            solutions[:, columns] = _values(table, found_positions[:, columns], empty_value(model), givens.dtype)
    batch = Batch(solutions, counts, exact.view(np.bool_), nodes, monotonic() - start)
    if score is None or costs is None or bounds is None:
        return batch
    found, known = counts > 0, np.abs(bounds) < NO_COST
    bounds = np.where(found & batch.exact, costs, bounds)
    return replace(
        batch,
        objectives=np.where(found, score(costs), UNKNOWN),
        bounds=np.where(known | (found & batch.exact), score(bounds), UNKNOWN),
    )


def _positions(table: tuple[int, ...], values: Grids) -> NDArray[np.uint8]:
    """The index of each value in the table, `NO_GIVEN` for open cells; values in bytes use arithmetic or a look-up."""
    if values.dtype != np.int8:
        places = np.searchsorted(np.array(table), values).astype(np.uint8)
        return np.where(values == open_mark(values), np.uint8(NO_GIVEN), places)
    if is_range(table) and table[0] >= 0:  # the sign bit of an open cell becomes all bits
        return ((values - np.int8(table[0])) | (values >> np.int8(7))).view(np.uint8)
    place = np.full(256, NO_GIVEN, np.uint8)  # negative values index it from the end
    place[list(table)] = range(len(table))
    return place.take(values)


def _values(table: tuple[int, ...], places: NDArray[np.uint8], empty: int, kind: np.dtype[np.signedinteger]) -> Grids:
    """The value at each index of the table, ``empty`` for `NO_GIVEN`, which is one before the first index.

    The result is the same array if possible.
    """
    if kind == np.int8 and is_range(table) and table[0] - 1 == empty:
        places += np.uint8(table[0] % 256)  # a negative value wraps
        return places.view(np.int8)
    values = np.full(NO_GIVEN + 1, empty, kind)
    values[: len(table)] = table
    return values.take(places)
