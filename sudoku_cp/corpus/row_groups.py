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
from sudoku_cp.formats.source_lines import MAX_LINE

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_BYTES = 1 << 24
"""The size of the texts that are unpacked at a time."""

_DICTIONARIES = {"PLAIN_DICTIONARY", "RLE_DICTIONARY"}
"""Encodings of columns that list each text once, so that a short file may hold long columns."""

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
        with opened(block.source) as stream:
            metadata = pq.read_metadata(stream)
            packed = _packed(metadata, block.start, {column, *job.keep})
            with pq.ParquetFile(stream, metadata=metadata, read_dictionary=packed) as file:
                row = block.first
                size = _rows_at_a_time(metadata, block.start, {column, *job.keep}, chunk)
                batches = file.iter_batches(size, [block.start], [column, *job.keep])
                if not metadata.row_group(block.start).num_rows:
                    batches = iter([pa.RecordBatch.from_pylist([], file.schema_arrow)])
                for batch in batches:
                    for piece in _pieces(batch, {column, *packed}, block.source, row):
                        texts = _unpacked(piece.column(column))
                        cells = _cells_of(texts.cast(pa.large_binary()), shape)
                        indices = numbers(cells.indices)
                        kept = [piece.column(name).take(indices) for name in job.keep]
                        kept = [
                            _unpacked(each) if name in packed else each
                            for name, each in zip(job.keep, kept, strict=True)
                        ]
                        yield chunk_of(cells, row + np.arange(len(texts)), kept, [])
                        row += len(texts)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", block.source.name) from None


def _packed(metadata: pq.FileMetaData, group: int, names: set[str]) -> list[str]:
    """The columns whose texts are listed once and repeated by number: they are unpacked some rows at a time."""
    import pyarrow as pa

    schema = metadata.schema.to_arrow_schema()
    return [
        each.path_in_schema
        for each in _columns(metadata, group, names)
        if not _DICTIONARIES.isdisjoint(each.encodings)
        and schema.field(each.path_in_schema).type in (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())
    ]


def _rows_at_a_time(metadata: pq.FileMetaData, group: int, names: set[str], most: int) -> int:
    """The number of rows of some columns that take `_BYTES` on average, up to a largest number."""
    size = sum(each.total_uncompressed_size for each in _columns(metadata, group, names))
    rows: int = metadata.row_group(group).num_rows
    fitting: int = _BYTES * rows // max(1, size)
    return max(1, min(most, fitting))


def _columns(metadata: pq.FileMetaData, group: int, names: set[str]) -> list[pq.ColumnChunkMetaData]:
    rows = metadata.row_group(group)
    columns = [rows.column(number) for number in range(rows.num_columns)]
    return [each for each in columns if each.path_in_schema in names]


def _pieces(batch: pa.RecordBatch, names: set[str], source: Input, row: int) -> Iterator[pa.RecordBatch]:
    """Parts of a batch whose texts in some columns take up to `_BYTES`, as long as these have not been unpacked.

    Raises
    ------
    InputError
        If a text is longer than a line may be; ``row`` is the number of the first row.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    total = np.zeros(len(batch), np.int64)
    for name in names:
        texts = batch.column(name)
        if pa.types.is_dictionary(texts.type):
            sizes = pc.binary_length(texts.dictionary.cast(pa.large_binary())).take(texts.indices)
        else:
            sizes = pc.binary_length(texts.cast(pa.large_binary()))
        lengths = pc.fill_null(sizes, 0).cast(pa.int64()).to_numpy(zero_copy_only=False)
        if (lengths > MAX_LINE).any():
            place = int(row + (lengths > MAX_LINE).argmax())
            raise InputError(f"column {name} has a text of more than {MAX_LINE:,} bytes", source.name, place)
        total += lengths
    ends = np.cumsum(total)
    start = 0
    while start < len(batch) or not start:
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + _BYTES, side="right")))
        yield batch.slice(start, stop - start)
        start = stop


def _unpacked(texts: pa.Array) -> pa.Array:
    import pyarrow as pa

    return texts.dictionary_decode() if pa.types.is_dictionary(texts.type) else texts


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
