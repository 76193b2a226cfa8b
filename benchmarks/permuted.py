"""Any number of puzzles from a few, by symmetries of the 9×9 sudoku, which preserve the difficulty."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BOX, SIZE = 3, 9


def permuted(puzzles: NDArray[np.uint8], count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Take puzzles in turn; permute digits, bands, stacks, rows and columns of each, and transpose every other one.

    Parameters
    ----------
    puzzles
        An array of shape (puzzles, cells); 0 is an empty cell.
    count
        The number of puzzles to make.
    seed
        The same seed gives the same puzzles.
    """
    rng = np.random.default_rng(seed)
    grids = puzzles[np.arange(count) % len(puzzles)].reshape(count, SIZE, SIZE)
    digits = np.zeros((count, SIZE + 1), np.uint8)
    digits[:, 1:] = _orders(rng, count, SIZE) + 1
    for axis in (1, 2):
        lines = _lines(rng, count)
        grids = np.take_along_axis(grids, lines[:, :, None] if axis == 1 else lines[:, None, :], axis)
    turned = rng.random(count) < 0.5
    grids[turned] = grids[turned].swapaxes(1, 2)
    return np.take_along_axis(digits, grids.reshape(count, -1).astype(np.intp), 1)


def texts(puzzles: NDArray[np.uint8]) -> bytes:
    """The puzzles as text, one on each line."""
    marks = np.frombuffer(b".123456789", np.uint8)[puzzles]
    ends = np.full((len(puzzles), 1), ord("\n"), np.uint8)
    return np.hstack([marks, ends]).tobytes()


def _orders(rng: np.random.Generator, count: int, size: int) -> NDArray[np.intp]:
    return rng.random((count, size)).argsort(axis=1)


def _lines(rng: np.random.Generator, count: int) -> NDArray[np.intp]:
    """An order of the nine rows that keeps bands together."""
    bands = _orders(rng, count, BOX)[:, :, None]
    rows = np.stack([_orders(rng, count, BOX) for _ in range(BOX)], axis=1)
    return (bands * BOX + rows).reshape(count, SIZE)
