"""Batches: arrays with many puzzles of one model, and the arrays of their verified answers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sudoku_cp._base.arguments import refused
from sudoku_cp.model import Model, ModelError, Objective, UnsoundAnswerError
from sudoku_cp.model.batches import Batch, Grids
from sudoku_cp.solving.array_check import ArrayCheck
from sudoku_cp.solving.blocks import for_blocks
from sudoku_cp.solving.solution_check import reason

ColumnGroups = list[tuple[tuple[int, ...], NDArray[np.intp] | slice]]
"""Tables of values, each with the columns of the cells that have it."""


def empty_value(model: Model) -> int:
    """The mark of an open cell in the arrays of callers: the largest number up to 0 that no cell has as a value."""
    values = {value for cell in model.cells for value in cell.domain}
    return next(value for value in count(0, -1) if value not in values)


def grid_type(model: Model) -> np.dtype[np.signedinteger]:
    """The narrowest signed integer type for the values of all cells that leaves its least number for open cells."""
    largest = max((max(abs(cell.domain[0]), abs(cell.domain[-1])) for cell in model.cells), default=0)
    kinds: list[type[np.signedinteger]] = [np.int8, np.int16, np.int32]
    return np.dtype(next((kind for kind in kinds if largest <= np.iinfo(kind).max), np.int64))


def open_mark(grids: Grids) -> int:
    """The mark of an open cell within the library: the least number of the array's type."""
    return int(np.iinfo(grids.dtype).min)


class Form:
    """What the arrays with puzzles of a model look like.

    Parameters
    ----------
    model
        The model.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kind = grid_type(model)
        self.empty = empty_value(model)
        self.domains = group_columns(cell.domain for cell in model.cells)
        self.below = sorted({value for domain, _ in self.domains for value in domain if value <= 0})
        """The values that are 0 or less; other such numbers mark open cells."""

    def is_open(self, values: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Which values mark open cells: those up to 0 that no cell can have."""
        if not self.below or self.below[0] > self.empty:
            return values <= self.empty
        return (values <= 0) & ~np.isin(values, self.below)


def read_grids(form: Form, givens: NDArray[np.integer], threads: int = 1) -> Grids:
    """Check an array of givens, and convert it to the form for solvers: a narrow type, with marked open cells.

    Raises
    ------
    ModelError
        If the shape is wrong, or a value is not a digit of its cell; the message names the place.
    """
    model = form.model
    try:
        array = np.asarray(givens)
    except (ValueError, OverflowError):  # of lists that are no table, or contain themselves
        expected = f"integers of shape (puzzles, {len(model.cells)})"
        raise refused("the givens", expected, givens) from None
    if array.ndim != 2 or array.shape[1] != len(model.cells) or not np.issubdtype(array.dtype, np.integer):
        raise ModelError(
            f"givens must be integers of shape (puzzles, {len(model.cells)}), not {array.dtype} of shape {array.shape}"
        )
    marked: Grids = np.empty(array.shape, form.kind)
    mark = open_mark(marked)

    def read(rows: slice) -> None:
        block = array[rows]
        is_open = form.is_open(block)
        for domain, columns in form.domains:
            if not _are_known(block[:, columns], is_open[:, columns], domain, form):
                raise _unknown_value(model, block, is_open, rows.start)
        given = is_open.astype(marked.dtype) - 1  # all bits, or no bits if open; copying by a mask takes far longer
        marked[rows] = (block.astype(marked.dtype) & given) | (~given & mark)

    for_blocks(read, len(array), threads)
    return marked


def _are_known(values: NDArray[np.integer], is_open: NDArray[np.bool_], domain: tuple[int, ...], form: Form) -> bool:
    """Whether all cells are open or have a value of the domain."""
    if is_range(domain) and domain[0] == form.empty + 1 and (not form.below or form.below[0] > form.empty):
        return bool(values.max() <= domain[-1])
    return bool((is_open | _is_among(values, domain)).all())


def _unknown_value(model: Model, block: NDArray[np.integer], is_open: NDArray[np.bool_], first: int) -> ModelError:
    """Name the first value that is not in its cell's domain; the block begins with puzzle ``first``."""
    for puzzle, (row, marks) in enumerate(zip(block.tolist(), is_open.tolist(), strict=True), first):
        for cell, value, is_mark in zip(model.cells, row, marks, strict=True):
            if not is_mark and value not in cell.domain:
                return ModelError(f"puzzle {puzzle}: {cell.name} = {value}: the value is not one of its digits")
    raise AssertionError("every value is known")


def group_columns(tables: Iterable[tuple[int, ...]]) -> ColumnGroups:
    """Group columns by their tables: each table with its columns, or a slice if all columns have the same one."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for column, table in enumerate(tables):
        groups.setdefault(table, []).append(column)
    if len(groups) == 1:
        return [(table, slice(None)) for table in groups]
    return [(table, np.array(columns)) for table, columns in groups.items()]


def is_range(domain: tuple[int, ...]) -> bool:
    """Whether ascending values have no gaps."""
    return domain[-1] - domain[0] == len(domain) - 1


def _is_among(values: NDArray[np.integer], domain: tuple[int, ...]) -> NDArray[np.bool_]:
    if is_range(domain):
        return (values >= domain[0]) & (values <= domain[-1])
    return np.isin(values, domain)


def verify_batch(solver: str, model: Model, check: ArrayCheck, givens: Grids, batch: Batch, threads: int) -> Batch:
    """Return the batch after checking every solution.

    Raises
    ------
    UnsoundAnswerError
        If a solution breaks a constraint, a candidate list or a given.
    """
    solved = np.flatnonzero(batch.counts > 0)
    sound = check(batch.solutions, givens, threads)
    for puzzle in solved[~sound[solved]]:
        values, mark = zip(model.cells, givens[puzzle].tolist(), strict=True), open_mark(givens)
        given = {cell: value for cell, value in values if value != mark}
        why = reason(model, batch.solutions[puzzle].tolist(), given)
        raise UnsoundAnswerError(f"{solver} gave a wrong solution to puzzle {puzzle}: {why}")
    if batch.objectives is not None and model.objective is not None:
        for puzzle in solved[batch.objectives[solved] != scores(model.objective, batch.solutions[solved])]:
            raise UnsoundAnswerError(f"{solver} reports {batch.objectives[puzzle]} for a solution with another score")
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
