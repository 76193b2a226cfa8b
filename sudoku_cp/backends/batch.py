"""Many puzzles of one model: arrays in, arrays out, every solution verified."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.backends.array_check import ArrayCheck
from sudoku_cp.model import Model, ModelError, Objective, UnsoundAnswerError

Grids = NDArray[np.signedinteger]
"""Values, puzzles × cells in cell order, as narrow as the model's values allow (`grid_type`)."""

UNKNOWN = int(np.iinfo(np.int64).min)
"""Stands for a score or a bound that there is not."""

BLOCK = 4096
"""Puzzles verified at a time, so that the intermediate arrays stay in cache."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The answers to many puzzles.

    Parameters
    ----------
    solutions
        The first solution of each puzzle, puzzles × cells, in the narrowest signed integers that have room for it;
        rows without one hold 0 (or -1 where 0 is a digit).
    counts
        Solutions found, up to the limit asked for.
    exact
        Whether all solutions were counted: not where the count reached the limit, nor where a limit of time or
        nodes came first.
    nodes
        Search nodes spent on each puzzle.
    seconds
        Wall-clock time of the whole batch.
    objectives
        Of `Program.best_many`: the score of each solution; `UNKNOWN` where there is none.
    bounds
        Of `Program.best_many`: what no score of the puzzle is better than; `UNKNOWN` where nothing is known.
    """

    solutions: Grids
    counts: NDArray[np.int64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.int64]
    seconds: float
    objectives: NDArray[np.int64] | None = None
    bounds: NDArray[np.int64] | None = None


def empty_value(model: Model) -> int:
    """Tell what stands for an open cell in the arrays of callers: 0, or -1 where 0 is a digit."""
    return -1 if any(0 in cell.domain for cell in model.cells) else 0


def grid_type(model: Model) -> np.dtype[np.signedinteger]:
    """The narrowest signed integer that has the values of all cells, and its least number free to mark an open cell."""
    largest = max((max(abs(cell.domain[0]), abs(cell.domain[-1])) for cell in model.cells), default=0)
    kinds: list[type[np.signedinteger]] = [np.int8, np.int16, np.int32]
    return np.dtype(next((kind for kind in kinds if largest <= np.iinfo(kind).max), np.int64))


def open_mark(grids: Grids) -> int:
    """The mark of an open cell inside the library: the least number of the array's type."""
    return int(np.iinfo(grids.dtype).min)


def read_grids(model: Model, givens: NDArray[np.integer]) -> Grids:
    """Check an array of givens, and bring it into the form that backends read: narrow, open cells marked.

    Raises
    ------
    ModelError
        If the shape is wrong, or a value is no digit of its cell; the message names the place.
    """
    array = np.asarray(givens)
    if array.ndim != 2 or array.shape[1] != len(model.cells) or not np.issubdtype(array.dtype, np.integer):
        raise ModelError(
            f"givens must be integers of shape (puzzles, {len(model.cells)}), not {array.dtype} of shape {array.shape}"
        )
    is_open = array <= empty_value(model)
    for domain, columns in group_columns(cell.domain for cell in model.cells):
        known = is_open[:, columns] | _is_among(array[:, columns], domain)
        if not known.all():
            puzzle, column = np.argwhere(~known)[0]
            cell = model.cells[np.arange(len(model.cells))[columns][column]]
            value = array[puzzle, cell.index]
            raise ModelError(f"puzzle {puzzle}: {cell.name} = {value}: that is not one of its digits")
    grids = array.astype(grid_type(model))
    given = is_open.astype(grids.dtype) - 1  # all bits, or none where open; copying by a mask takes 30 times as long
    marked: Grids = (grids & given) | (~given & open_mark(grids))
    return marked


def group_columns(tables: Iterable[tuple[int, ...]]) -> list[tuple[tuple[int, ...], NDArray[np.intp] | slice]]:
    """Group columns by the table that each has: the table, and its columns; one slice where all have the same."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for column, table in enumerate(tables):
        groups.setdefault(table, []).append(column)
    if len(groups) == 1:
        return [(table, slice(None)) for table in groups]
    return [(table, np.array(columns)) for table, columns in groups.items()]


def _is_among(values: NDArray[np.integer], domain: tuple[int, ...]) -> NDArray[np.bool_]:
    if domain[-1] - domain[0] == len(domain) - 1:
        return (values >= domain[0]) & (values <= domain[-1])
    return np.isin(values, domain)


def verify_batch(backend: str, model: Model, givens: Grids, batch: Batch) -> Batch:
    """Return the batch after checking every solution.

    Raises
    ------
    UnsoundAnswerError
        If a solution breaks a constraint, a candidate list or a given.
    """
    mark = open_mark(givens)
    check = ArrayCheck(model)
    solved = np.flatnonzero(batch.counts > 0)
    for start in range(0, len(solved), BLOCK):
        rows = solved[start : start + BLOCK]
        solutions, fixed = batch.solutions[rows], givens[rows]
        sound = ~((solutions != fixed) & (fixed != mark)).any(axis=1) & check(solutions)
        for puzzle in rows[~sound]:
            values = zip(model.cells, givens[puzzle].tolist(), strict=True)
            broken = model.violations(
                batch.solutions[puzzle].tolist(), {cell: value for cell, value in values if value != mark}
            )
            raise UnsoundAnswerError(f"{backend} gave a wrong solution to puzzle {puzzle}: {broken[0]}")
    if batch.objectives is not None and model.objective is not None:
        for puzzle in solved[batch.objectives[solved] != scores(model.objective, batch.solutions[solved])]:
            raise UnsoundAnswerError(f"{backend} says {batch.objectives[puzzle]} for a solution of another score")
    return batch


def scores(objective: Objective, solutions: Grids) -> NDArray[np.int64]:
    """The score of each solution."""
    total = np.full(len(solutions), objective.expression.constant, np.int64)
    for cell, points in objective.points().items():
        values = np.array(list(points))
        order = np.argsort(values)
        table = np.array(list(points.values()), np.int64)[order]
        total += table[np.searchsorted(values[order], solutions[:, cell.index])]
    return total
