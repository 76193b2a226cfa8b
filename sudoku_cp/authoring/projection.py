"""The number of different fillings of some cells in all solutions."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

import numpy as np

from sudoku_cp._base.arguments import checked, each, integer, of_type
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, ModelError
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress
from sudoku_cp.solving.batch import empty_value

__all__ = ["count_fillings"]

ROWS = 4096
"""The number of partial fillings that are asked about at once."""


@checked(
    compiled=of_type(CompiledModel, "a compiled model"),
    cells=each(of_type(Cell, "a cell"), "cells"),
    limit=integer,
    limits=of_type(Limits, "Limits"),
)
def count_fillings(
    compiled: CompiledModel,
    cells: Sequence[Cell],
    givens: Givens | None = None,
    *,
    limit: int | None = None,
    limits: Limits = NO_LIMITS,
) -> Result:
    """Count the different fillings of some cells that occur in solutions.

    Parameters
    ----------
    compiled
        The compiled puzzle.
    cells
        The cells.
    givens
        The fixed values; by default those of the model.
    limit
        The number of fillings to stop at; None to count all.
    limits
        When to stop early.

    Returns
    -------
    Result
        The count, with a solution; the status is COMPLETE or INFEASIBLE if all fillings were counted.

    Raises
    ------
    ModelError
        If a cell is not one of the model.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> count_fillings(sudoku.compile(), sudoku.rows[0]).count, count_fillings(sudoku.compile(), ()).count
    (24, 1)
    """
    start = monotonic()
    fixed = compiled.model.givens if givens is None else givens
    found = compiled.candidates(fixed, limits)
    statistics = found.statistics
    if found.status is not Status.COMPLETE:
        return Result(compiled.solver_name, found.status, statistics=statistics)
    solution = compiled.count(1, fixed, limits.after(start)).solution
    if not compiled.model.owns_all(cells):
        raise ModelError(f"the cells of count_fillings must be cells of {compiled.model.name}")
    order = sorted(dict.fromkeys(cells), key=lambda cell: len(found.values[cell]))
    row = np.full((1, len(compiled.model.cells)), empty_value(compiled.model), np.int64)
    for cell, value in fixed.items():
        row[0, cell.index] = value
    stack, count, nodes, status = [(0, row)], 0, statistics.nodes, Status.COMPLETE
    while stack:
        depth, rows = stack.pop()
        if depth == len(order):
            count += len(rows)
            if limit is not None and count >= limit:
                count, status = limit, Status.LIMIT
                break
            continue
        cell = order[depth]
        values = found.values[cell]
        wider = np.repeat(rows, len(values), axis=0)
        wider[:, cell.index] = np.tile(values, len(rows))
        left = limits.after(start)
        batch = compiled.solve_many(wider, limits=Limits(left.seconds, left.nodes, left.cancel))
        nodes += int(batch.nodes.sum())
        if not (batch.exact | (batch.counts > 0)).all():
            status = Status.LIMIT
            break
        if limits.on_progress is not None:
            limits.on_progress(Progress(monotonic() - start, nodes, count))
        kept = wider[batch.counts > 0]
        stack += [(depth + 1, kept[first : first + ROWS]) for first in range(0, len(kept), ROWS)]
    return Result(compiled.solver_name, status, solution, count, statistics=Statistics(nodes, 0, monotonic() - start))
