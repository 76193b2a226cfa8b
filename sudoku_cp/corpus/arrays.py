"""NumPy arrays and texts as Arrow arrays, by their buffers: ``pyarrow.array`` imports pandas where it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

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
