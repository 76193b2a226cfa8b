"""Row groups of Parquet files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sudoku_cp.corpus.arrays import numbers
from sudoku_cp.corpus.blocks import Block
from sudoku_cp.corpus.chunks import Chunk, chunk_of
from sudoku_cp.corpus.inputs import Input, opened
from sudoku_cp.corpus.job import Job
from sudoku_cp.errors import InputError, nearest
from sudoku_cp.formats.bulk_cells import Cells, Shape, read_cells

if TYPE_CHECKING:
    import pyarrow as pa

PUZZLE = "puzzle"
"""The usual name of the column of puzzles in Parquet files."""


def require_parquet_columns(source: Input, job: Job) -> None:
    """Refuse a Parquet file without the columns of a job, or whose puzzles are no texts.

    Raises
    ------
    InputError
        If there is no such column, or the file cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with opened(source) as stream:
            schema = pq.read_schema(stream)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", source.name) from None
    column = job.column or PUZZLE
    _require_names(source, [column, *job.keep], schema.names)
    if not _has_texts(schema.field(column).type):
        raise InputError(f"column {column} has no texts but {schema.field(column).type}", source.name)


def of_row_group(block: Block, job: Job, shape: Shape, chunk: int) -> Iterator[Chunk]:
    """The rows of a row group, some at a time.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    column = job.column or PUZZLE
    try:
        with opened(block.source) as stream, pq.ParquetFile(stream) as file:
            row = block.first
            batches = file.iter_batches(chunk, [block.start], [column, *job.keep])
            if not file.metadata.row_group(block.start).num_rows:
                batches = iter([pa.RecordBatch.from_pylist([], file.schema_arrow)])
            for batch in batches:
                texts = batch.column(column)
                if pa.types.is_dictionary(texts.type):
                    texts = texts.dictionary_decode()
                cells = _cells_of(texts.cast(pa.large_binary()), shape)
                indices = numbers(cells.indices)
                kept = [batch.column(name).take(indices) for name in job.keep]
                yield chunk_of(cells, row + np.arange(len(texts)), kept, [])
                row += len(texts)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", block.source.name) from None


def _require_names(source: Input, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            hint = nearest(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"there is no column {name}{hint}", source.name)


def _has_texts(kind: pa.DataType) -> bool:
    import pyarrow as pa

    try:
        pa.nulls(0, kind.value_type if pa.types.is_dictionary(kind) else kind).cast(pa.large_binary())
    except pa.ArrowException:
        return False
    return True


def _cells_of(array: pa.LargeBinaryArray, shape: Shape) -> Cells:
    """The puzzles of an Arrow array of texts, where None has no puzzle."""
    _, offsets, data = array.buffers()
    places = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    text = bytes(memoryview(data)[places[0] : places[-1]]) if data is not None and len(array) else b""
    return read_cells(text, places[:-1] - places[0], places[1:] - places[0], shape)
