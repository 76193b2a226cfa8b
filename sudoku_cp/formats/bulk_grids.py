"""Fast reading of files with many grids of one layout: rows without spaces, and a blank line between grids."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.formats.bulk import codes
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.source_lines import SourceLines, chain_streams
from sudoku_cp.model import InputError
from sudoku_cp.model.board import MAX_SIZE

CHUNK = 1 << 20
"""The number of bytes read at a time."""

BLOCK = 1024
"""The number of grids in a block when they are read one by one."""


def read_grid_blocks(
    lines: SourceLines, size: int, symbols: str, read: Callable[[SourceLines], Iterator[GridText]]
) -> Iterator[NDArray[np.uint8]]:
    """Read the remaining grids as arrays of ranks with the shape (grids, cells); there may be none.

    Parameters
    ----------
    read
        The reader of the format, which takes over at the first grid with another layout.

    Raises
    ------
    InputError
        At the first error of ``read``, after the grids before it.
    """
    number, stream = lines.next_number, lines.rest()
    read_some = getattr(stream, "read1", stream.read)
    rest = b""
    while data := read_some(CHUNK):
        rest += data
        number += len(rest) - len(rest.lstrip(b"\n"))
        rest = rest.lstrip(b"\n")
        ranks = _uniform_grids(rest, size, symbols)
        if len(ranks):
            yield ranks
        elif len(rest) >= _length(size):
            break
        number += len(ranks) * (size + 1)
        rest = rest[len(ranks) * _length(size) :]
    yield from stack_grids(read(SourceLines(chain_streams(rest, stream), lines.source, number)))


def _length(size: int) -> int:
    """The number of bytes of a grid and the blank line after it."""
    return size * (size + 1) + 1


def _uniform_grids(data: bytes, size: int, symbols: str) -> NDArray[np.uint8]:
    """The ranks of the grids at the beginning that have the layout."""
    length = _length(size)
    grids = len(data) // length
    whole = data[: grids * length]
    text = np.frombuffer(whole, np.uint8).reshape(grids, length)
    rows = np.frombuffer(whole.translate(codes(symbols)), np.uint8).reshape(grids, length)[:, :-1]
    cells = rows.reshape(grids, size, size + 1)[:, :, :size].reshape(grids, size * size)
    wrong = (cells > MAX_SIZE).any(axis=1) | (text[:, size :: size + 1] != ord("\n")).any(axis=1)
    wrong |= text[:, -1] != ord("\n")
    return cells[: int(wrong.argmax())] if wrong.any() else cells


def stack_grids(grids: Iterator[GridText]) -> Iterator[NDArray[np.uint8]]:
    """The ranks of grids of one size, in blocks; the grids before an error are yielded before it is raised."""
    block: list[GridText] = []
    try:
        for grid in grids:
            block.append(grid)
            if len(block) == BLOCK:
                yield _stack(block)
                block = []
    except InputError:
        if block:
            yield _stack(block)
        raise
    if block:
        yield _stack(block)


def _stack(grids: list[GridText]) -> NDArray[np.uint8]:
    return np.array([grid.ranks for grid in grids], np.uint8)
