"""Chunks: puzzles as arrays with the columns that are kept, the rows that are not puzzles, and Arrow arrays of columns.

Arrow arrays are made from buffers: ``pyarrow.array`` imports pandas where it is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.formats.bulk_cells import Cells, Places

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Failure:
    """A row that is not a puzzle: the number of its line or row, counted from 1, and the reason."""

    row: int
    message: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some rows of a block.

    Parameters
    ----------
    ranks
        The puzzles, as an array of shape (puzzles, cells); 0 is an open cell.
    rows
        The number of the line or row of each puzzle.
    kept
        For each kept column its values, one for each puzzle.
    failures
        The rows that are not puzzles.
    """

    ranks: NDArray[np.uint8]
    rows: Places
    kept: Sequence[Any]
    failures: list[Failure]


def failures_of(cells: Cells, rows: Places) -> list[Failure]:
    """The texts that are not puzzles, given the row of each text."""
    return [Failure(int(rows[fault.index]), fault.message) for fault in cells.faults]


def chunk_of(cells: Cells, rows: Places, kept: Sequence[Any], failures: list[Failure]) -> Chunk:
    """The puzzles of a table; a row without any is a failure."""
    has_none = np.ones(len(rows), bool)
    has_none[cells.indices] = False
    has_none[[fault.index for fault in cells.faults]] = False
    failures = [*failures, *failures_of(cells, rows)]
    failures += [Failure(row, "the row has no puzzle") for row in rows[has_none].tolist()]
    failures.sort(key=lambda failure: failure.row)
    return Chunk(cells.ranks, rows[cells.indices], kept, failures)


Valid = NDArray[np.bool_]


def numbers(values: NDArray[Any], valid: Valid | None = None) -> pa.Array:
    """An array of numbers; null where they are not valid."""
    import pyarrow as pa

    data = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [_mask(valid), data])


def texts(values: Sequence[str | None]) -> pa.Array:
    """An array of texts; null for None."""
    import pyarrow as pa

    coded = [b"" if value is None else value.encode() for value in values]
    ends = np.zeros(len(coded) + 1, np.int32)
    np.cumsum([len(code) for code in coded], out=ends[1:])
    valid = np.array([value is not None for value in values], np.bool_)
    buffers = [_mask(valid), pa.py_buffer(ends), pa.py_buffer(b"".join(coded))]
    return pa.Array.from_buffers(pa.string(), len(coded), buffers)


def names(places: NDArray[np.int8], known: Sequence[str]) -> pa.Array:
    """The names at some places, as a dictionary."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(numbers(places), texts(known))


def binaries(rows: NDArray[np.uint8], valid: Valid) -> pa.Array:
    """Rows of bytes as an array of one width; null where they are not valid."""
    import pyarrow as pa

    data = pa.py_buffer(np.ascontiguousarray(rows))
    return pa.Array.from_buffers(pa.binary(rows.shape[1]), len(rows), [_mask(valid), data])


def _mask(valid: Valid | None) -> pa.Buffer | None:
    import pyarrow as pa

    return None if valid is None or valid.all() else pa.py_buffer(np.packbits(valid, bitorder="little"))
