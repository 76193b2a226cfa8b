"""The digits of arrays of grids as ranks, and back: 0 is an open cell, k the k-th digit of the model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.model.batches import Batch, Grids
from sudoku_cp.model.board import Board
from sudoku_cp.model.limits import Limits
from sudoku_cp.model.sudoku import Sudoku
from sudoku_cp.solving.batch import empty_value, for_blocks, grid_type, is_range
from sudoku_cp.solving.lowered_model import LoweredModel

Ranks = NDArray[np.uint8]
"""An array of shape (puzzles, cells)."""


def values_of_ranks(model: Board, ranks: Ranks) -> Grids:
    """The digits of ranks, as `CompiledModel.solve_many` takes them."""
    kind, empty = grid_type(model), empty_value(model)
    if _are_ranks(model):
        values: Grids = ranks.astype(kind)
        if empty:
            values += kind.type(empty)
        return values
    return np.array([empty, *model.digits], kind).take(ranks)


def solve_ranks(compiled: LoweredModel, model: Sudoku, ranks: Ranks, limit: int, threads: int, limits: Limits) -> Batch:
    """Solve puzzles of one grid; see `CompiledModel.solve_many`. Ranks have no values that it would need to check."""
    return compiled.solve_grids(_grids(model, ranks), limit, threads, limits)


def _grids(model: Board, ranks: Ranks) -> Grids:
    """The digits of ranks in the form for solvers."""
    kind = grid_type(model)
    mark = np.iinfo(kind).min
    if kind != np.int8 or model.digits != tuple(range(1, len(model.digits) + 1)):
        return np.array([mark, *model.digits], kind).take(ranks)
    grids = np.empty(ranks.shape, np.int8)

    def read(rows: slice) -> None:  # the mark of an open cell is the uppermost bit, which 0 - 1 has
        block = ranks[rows]
        grids[rows] = ((block - np.uint8(1)) & np.uint8(128) | block).view(np.int8)

    for_blocks(read, len(ranks))
    return grids


def ranks_of_values(model: Board, values: Grids) -> Ranks:
    """The ranks of digits, as `Batch.solutions` has them."""
    digits, empty = model.digits, empty_value(model)
    if _are_ranks(model):
        return (values - values.dtype.type(empty)).astype(np.uint8) if empty else values.astype(np.uint8)
    rank_of = np.zeros(digits[-1] + 1 - min(0, digits[0], -1), np.uint8)  # negative digits count from its end
    rank_of[list(digits)] = range(1, len(digits) + 1)
    return rank_of.take(values)


def _are_ranks(model: Board) -> bool:
    """Whether digits are consecutive from the mark of an open cell on, as their ranks are from 0 on."""
    return is_range(model.digits) and model.digits[0] == empty_value(model) + 1
