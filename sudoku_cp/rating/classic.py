"""The givens of classic 9×9 puzzles, which alone have a rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Cell, Model, ModelError, Sudoku

SIDE = 9
GivensArray = NDArray[np.uint8]
"""One row of 81 givens for each puzzle, 0 for open cells."""


def require_classic(model: Model) -> Sudoku:
    """Return the model if it is a classic sudoku: 9×9 with rows, columns and boxes, and no other rules.

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if not isinstance(model, Sudoku) or not is_classic(model):
        raise ModelError(f"{model.name}: only classic 9×9 sudokus have a rating, without other rules or pencil marks")
    return model


def is_classic(model: Model) -> bool:
    """Whether a model is a classic sudoku; see `require_classic`."""
    if not isinstance(model, Sudoku):
        return False
    plain = empty_classic()
    if (model.height, model.width, model.box) != (SIDE, SIDE, plain.box) or model.digits != plain.digits:
        return False
    if model.objective is not None or model.pencilmarks or len(model.cells) != len(plain.cells):
        return False
    if not all(isinstance(constraint, AllDifferent) for constraint in model.constraints):
        return False
    return _scopes(model) == _scopes(plain)


def _scopes(model: Sudoku) -> set[frozenset[str]]:
    return {frozenset(cell.name for cell in constraint.scope) for constraint in model.constraints}


@lru_cache(maxsize=1)
def empty_classic() -> Sudoku:
    """The classic sudoku without givens."""
    return Sudoku(SIDE)


def givens_of(model: Sudoku, givens: Mapping[Cell, int]) -> list[int]:
    """The givens of a puzzle in reading order, 0 for open cells."""
    return [givens.get(cell, 0) for cell in model.grid]


def read_givens(puzzles: Iterable[Sudoku | str]) -> GivensArray:
    """The givens of puzzles, which are models with their givens or texts of 81 characters.

    Raises
    ------
    ModelError
        If one is not a classic sudoku.
    """
    rows = [_row_of(puzzle) for puzzle in puzzles]
    return np.array(rows, np.uint8).reshape(len(rows), SIDE * SIDE)


def _row_of(puzzle: Sudoku | str) -> list[int]:
    if isinstance(puzzle, str):
        text, puzzle = puzzle, Sudoku(SIDE)
        puzzle.give_grid(text)
    return givens_of(require_classic(puzzle), puzzle.givens)
