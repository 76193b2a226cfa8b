"""In how many solutions each candidate occurs, up to a cap; a solution that is known counts for all of its digits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.page.limits import MOST_KNOWN, Job
from sudoku_cp.page.puzzles import CompiledPuzzle, is_looser
from sudoku_cp.solving.lowered_model import LoweredModel

if TYPE_CHECKING:
    from sudoku_cp.model import Model

Rows: TypeAlias = NDArray[np.signedinteger]
"""Distinct solutions, as values of shape (solutions, cells)."""

Counts: TypeAlias = "dict[str, list[int | None]]"
"""For each cell the numbers of solutions, in the order of its candidates; None where a limit came first."""

SECONDS = 15.0
"""The time for all candidates."""

TOGETHER = 128
"""The candidates that are counted at a time; the solutions that these have may do for others."""

MOST_ROWS = 2000
"""The solutions of a document that are kept."""

_found: OrderedDict[str, Rows] = OrderedDict()


def counts_of(job: Job, text: str, puzzle: CompiledPuzzle, values: Mapping[str, list[int]], cap: int) -> Counts:
    """Count with what was found of this document and of looser ones before.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    puzzle
        Its puzzle.
    values
        The candidates, by cell.
    cap
        The number up to which they are counted.

    Returns
    -------
    dict
        The numbers.
    """
    if all(len(of_cell) < 2 for of_cell in values.values()):  # one solution, or none
        return {name: [1] * len(of_cell) for name, of_cell in values.items()}
    model = puzzle.compiled.model
    has_auxiliary = len(model.cells) > len(puzzle.board.grid)  # whose columns may differ from document to document
    known = [] if has_auxiliary else [rows for each, rows in _found.items() if is_looser(each, text)]
    rows = _solving(puzzle, np.unique(np.concatenate(known), axis=0)) if known else _none(model)
    counts, rows = count_candidates(job, puzzle.compiled, puzzle.givens, values, cap, rows)
    if not has_auxiliary:
        _found[text] = rows[-MOST_ROWS:]
        _found.move_to_end(text)
        while len(_found) > MOST_KNOWN:
            _found.popitem(last=False)
    return counts


def _solving(puzzle: CompiledPuzzle, rows: Rows) -> Rows:
    """The rows that are solutions of a puzzle whose grid is the same."""
    from sudoku_cp.solving.batch import ArrayCheck
    from sudoku_cp.solving.solution_check import SolutionCheck

    model = puzzle.compiled.model
    for name, value in puzzle.givens.items():
        rows = rows[rows[:, model[name].index] == value]
    return rows[ArrayCheck(SolutionCheck(model))(rows)]


def count_candidates(
    job: Job,
    compiled: LoweredModel,
    givens: Mapping[str, int],
    values: Mapping[str, list[int]],
    cap: int,
    rows: Rows | None = None,
) -> tuple[Counts, Rows]:
    """The number of solutions with each candidate.

    Parameters
    ----------
    job
        The question.
    compiled
        The puzzle.
    givens
        Its fixed values, by cell.
    values
        The candidates, by cell.
    cap
        The number up to which they are counted.
    rows
        Solutions that are known.

    Returns
    -------
    tuple
        The numbers, and the known solutions with those that were found.
    """
    model, start = compiled.model, monotonic()
    rows = _none(model) if rows is None else rows
    exact: dict[tuple[str, int], int | None] = {}
    open_ = _uncounted(model, values, rows, cap)
    while open_:
        asked = open_[:: -(-len(open_) // TOGETHER)]
        batch = compiled.solve_many(_grids(model, givens, asked), limit=cap, limits=job.limits(SECONDS).after(start))
        known = batch.exact | (batch.counts >= cap)
        for candidate, count, is_known in zip(asked, batch.counts, known, strict=True):
            exact[candidate] = int(count) if is_known else None
        rows = _joined(rows, batch.solutions[batch.counts > 0])
        open_ = [candidate for candidate in _uncounted(model, values, rows, cap) if candidate not in exact]
    return {name: [exact.get((name, value), cap) for value in of_cell] for name, of_cell in values.items()}, rows


def _uncounted(model: Model, values: Mapping[str, list[int]], rows: Rows, cap: int) -> list[tuple[str, int]]:
    """The candidates that occur in fewer known solutions than are counted."""
    if not any(values.values()):
        return []
    least = min(map(min, values.values()))
    width = max(map(max, values.values())) - least + 1
    columns = rows[:, [model[name].index for name in values]].astype(np.int64) - least
    counts = np.bincount((columns + width * np.arange(len(values))).ravel(), minlength=width * len(values))
    by_cell = counts.reshape(-1, width)
    return [
        (name, value)
        for (name, of_cell), of_value in zip(values.items(), by_cell.tolist(), strict=True)
        for value in of_cell
        if of_value[value - least] < cap
    ]


def _grids(model: Model, givens: Mapping[str, int], asked: list[tuple[str, int]]) -> NDArray[np.int64]:
    from sudoku_cp.solving.batch import empty_value

    grids = np.full((len(asked), len(model.cells)), empty_value(model), np.int64)
    for name, value in givens.items():
        grids[:, model[name].index] = value
    for row, (name, value) in enumerate(asked):
        grids[row, model[name].index] = value
    return grids


def _none(model: Model) -> Rows:
    return np.empty((0, len(model.cells)), np.int8)


def _joined(rows: Rows, more: NDArray[np.signedinteger]) -> Rows:
    return np.unique(np.concatenate([rows, more]), axis=0)
