"""Many puzzles of one model: arrays in, arrays out, every solution verified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.model import AllDifferent, Constraint, Linear, Model, ModelError, Relation, UnsoundAnswerError

Grids = NDArray[np.int64]
"""Values, puzzles × cells in cell order."""

OPEN = np.iinfo(np.int64).min
"""The mark of an open cell inside the library; callers write a negative number, or 0 where 0 is no digit."""

BLOCK = 4096
"""Puzzles verified at a time, so that the intermediate arrays stay in cache."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The answers to many puzzles.

    Parameters
    ----------
    solutions
        The first solution of each puzzle, puzzles × cells; rows without one hold 0 (or -1 where 0 is a digit).
    counts
        Solutions found, up to the limit asked for.
    exact
        Whether all solutions were counted: not where the count reached the limit, nor where a limit of time or
        nodes came first.
    nodes
        Search nodes spent on each puzzle.
    seconds
        Wall-clock time of the whole batch.
    """

    solutions: Grids
    counts: NDArray[np.int64]
    exact: NDArray[np.bool_]
    nodes: NDArray[np.int64]
    seconds: float


def empty_value(model: Model) -> int:
    """Tell what stands for an open cell in arrays: 0, or -1 where 0 is a digit."""
    return -1 if any(0 in cell.domain for cell in model.cells) else 0


def read_grids(model: Model, givens: NDArray[np.integer]) -> Grids:
    """Check an array of givens, and mark its open cells with `OPEN`.

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
    grids = array.astype(np.int64)
    grids[(grids < 0) | (grids == empty_value(model))] = OPEN
    for domain, columns in columns_by_domain(model):
        part = grids[:, columns]
        known = (part == OPEN) | np.isin(part, domain)
        if not known.all():
            puzzle, column = np.argwhere(~known)[0]
            cell = model.cells[columns[column]]
            raise ModelError(f"puzzle {puzzle}: {cell.name} = {part[puzzle, column]}: that is not one of its digits")
    return grids


def columns_by_domain(model: Model) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Group the cells by domain: the values, and the columns of the cells that have them."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in model.cells:
        groups.setdefault(cell.domain, []).append(cell.index)
    return [(np.array(domain, np.int64), np.array(columns)) for domain, columns in groups.items()]


def verify_batch(backend: str, model: Model, givens: Grids, batch: Batch) -> Batch:
    """Return the batch, its open rows filled with `empty_value`, after checking every solution.

    Raises
    ------
    UnsoundAnswerError
        If a solution breaks a constraint, a candidate list or a given.
    """
    solved = np.flatnonzero(batch.counts > 0)
    for start in range(0, len(solved), BLOCK):
        rows = solved[start : start + BLOCK]
        solutions = np.ascontiguousarray(batch.solutions[rows].T)
        sound = np.ones(len(rows), bool)
        for check in _checks(model, solutions, givens[rows].T):
            sound &= check
        if not sound.all():
            puzzle = rows[np.flatnonzero(~sound)[0]]
            fixed = {cell: int(value) for cell, value in zip(model.cells, givens[puzzle], strict=True) if value != OPEN}
            broken = model.violations([int(value) for value in batch.solutions[puzzle]], fixed)
            raise UnsoundAnswerError(f"{backend} gave a wrong solution to puzzle {puzzle}: {broken[0]}")
    batch.solutions[batch.counts == 0] = empty_value(model)
    return batch


def _checks(model: Model, solutions: Grids, givens: Grids) -> Iterator[NDArray[np.bool_]]:
    """Say of each solution (a column) whether it keeps the givens, the candidates, and each constraint."""
    yield ((solutions == givens) | (givens == OPEN)).all(axis=0)
    least = min((cell.domain[0] for cell in model.cells), default=0)
    span = max((cell.domain[-1] for cell in model.cells), default=0) - least
    bits = None
    if span < 64:
        bits = np.left_shift(np.uint64(1), (solutions - least).astype(np.uint64))
        for cell in model.cells:
            mask = np.uint64(sum(1 << (value - least) for value in model.candidates(cell)))
            yield (bits[cell.index] & mask) != 0
    else:
        for cell in model.cells:
            yield np.isin(solutions[cell.index], model.candidates(cell))
    for constraint in model.constraints:
        yield _holds_in_columns(model, constraint, solutions, bits)


def _holds_in_columns(
    model: Model, constraint: Constraint, solutions: Grids, bits: NDArray[np.uint64] | None
) -> NDArray[np.bool_]:
    """`Constraint.holds` for many assignments at once; kinds without an array form are asked one by one."""
    if isinstance(constraint, AllDifferent) and bits is not None:
        seen = np.zeros(solutions.shape[1], np.uint64)
        repeated = np.zeros_like(seen)
        for cell in constraint.cells:
            repeated |= seen & bits[cell.index]
            seen |= bits[cell.index]
        return repeated == 0
    if isinstance(constraint, Linear):
        total = np.zeros(solutions.shape[1], np.int64)
        for weight, cell in constraint.terms:
            total += weight * solutions[cell.index]
        relations = {
            Relation.EQUAL: np.equal,
            Relation.UNEQUAL: np.not_equal,
            Relation.AT_MOST: np.less_equal,
            Relation.AT_LEAST: np.greater_equal,
        }
        result: NDArray[np.bool_] = relations[constraint.relation](total, constraint.constant)
        return result
    holds = [
        constraint.holds({cell: int(column[cell.index]) for cell in constraint.scope}) for column in solutions.T
    ]
    return np.array(holds, bool)
