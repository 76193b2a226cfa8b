"""Grids as rows of bytes: two cells a byte with up to 15 digits, otherwise one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native

_NIBBLE = 4
_MOST = 15
"""The largest number of digits that share a byte."""


def pack(ranks: NDArray[np.uint8], digits: int) -> NDArray[np.uint8]:
    """Put two cells into a byte, the first one into its upper half.

    Parameters
    ----------
    ranks
        An array of shape (grids, cells); 0 is an open cell, k the k-th digit.
    digits
        The number of digits.

    >>> pack(np.array([[1, 2, 9]], np.uint8), 9).tobytes().hex()
    '1290'
    """
    if digits > _MOST:
        return ranks
    rows, cells = ranks.shape
    packed = np.empty((rows, -(-cells // 2)), np.uint8)
    _native.pack_cells(np.ascontiguousarray(ranks), packed)
    return packed


def unpack(packed: NDArray[np.uint8], cells: int, digits: int) -> NDArray[np.uint8]:
    """The inverse of `pack`.

    >>> unpack(np.array([[0x12, 0x90]], np.uint8), 3, 9).tolist()
    [[1, 2, 9]]
    """
    if digits > _MOST:
        return packed
    ranks = np.empty((len(packed), 2 * packed.shape[1]), np.uint8)
    np.right_shift(packed, _NIBBLE, out=ranks[:, ::2])
    np.bitwise_and(packed, (1 << _NIBBLE) - 1, out=ranks[:, 1::2])
    return ranks[:, :cells]
