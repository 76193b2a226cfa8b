"""Row groups of Parquet files.

A column is unpacked page by page, each whole, however large it becomes; pages that would take far more memory than the
file are refused. The header of a page is a struct in Thrift's compact protocol, whose fields 2 and 3 are the sizes of
the page, unpacked and in the file.

References
----------
https://parquet.apache.org/docs/file-format/data-pages/
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from io import FileIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sudoku_cp._base.errors import InputError, nearest
from sudoku_cp.corpus.blocks import Block
from sudoku_cp.corpus.chunks import Chunk, chunk_of, numbers
from sudoku_cp.corpus.inputs import Input, opened
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import Cells, Shape, is_list, read_cells, texts_of_lists
from sudoku_cp.formats.source_lines import MAX_LINE

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


_BYTES = 6 << 20
"""The size of the texts that are unpacked at a time."""

_DICTIONARIES = {"PLAIN_DICTIONARY", "RLE_DICTIONARY"}
"""Encodings of columns that list each text once, so that a short file may hold long columns."""

_REPEATING = {*_DICTIONARIES, "DELTA_BYTE_ARRAY"}
"""Encodings by which values may take far more memory than their pages."""

_SMALL = 1 << 18
"""The size in the file of a column that may be nothing but repetitions, compressed well."""

_SHORT = 16
"""The bytes that a row takes in a column whose texts hardly repeat."""

_FEW, _FEWEST = 32, 16
"""The least numbers of rows that are read at a time where some may be far larger than others."""

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
    names = {column, *job.keep}
    try:
        with opened(block.source) as stream:
            metadata = pq.read_metadata(stream)
            for each in _columns(metadata, block.start, names):
                if each.num_values:
                    require_modest_pages(stream, each, block.source)
            packed = _packed(metadata, block.start, names)
            with pq.ParquetFile(stream, metadata=metadata, read_dictionary=packed) as file:
                row = block.first
                size = _rows_at_a_time(metadata, block.start, names, chunk)
                batches = file.iter_batches(size, [block.start], [column, *job.keep])
                if not metadata.row_group(block.start).num_rows:
                    batches = iter([pa.RecordBatch.from_pylist([], file.schema_arrow)])
                batches = (_with_texts(batch, column, shape) for batch in batches)
                for batch in _gathered(_unpacked(batches, {column, *packed}, block), chunk):
                    texts = batch.column(column)
                    cells = _cells_of(texts.cast(pa.large_binary()), shape)
                    indices = numbers(cells.indices)
                    kept = [batch.column(name).take(indices) for name in job.keep]
                    yield chunk_of(cells, row + np.arange(len(texts)), kept, [])
                    row += len(texts)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", block.source.name) from None


def _packed(metadata: pq.FileMetaData, group: int, names: set[str]) -> list[str]:
    """The columns of texts of which some may be repeated by number far more often than the size of the column shows.

    A column of texts that hardly repeat is read as it is: to look up each of them takes as long as its puzzle.
    """
    import pyarrow as pa

    schema = metadata.schema.to_arrow_schema()
    texts = (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())
    rows = metadata.row_group(group).num_rows
    return [
        each.path_in_schema
        for each in _columns(metadata, group, names)
        if not _DICTIONARIES.isdisjoint(each.encodings)
        and each.path_in_schema in schema.names
        and schema.field(each.path_in_schema).type in texts
        and (
            each.total_compressed_size <= _SMALL
            or each.total_uncompressed_size > MOST_COMPRESSED * each.total_compressed_size
            or each.total_uncompressed_size < _SHORT * rows
        )
    ]


def _rows_at_a_time(metadata: pq.FileMetaData, group: int, names: set[str], most: int) -> int:
    """The number of rows of some columns that take about `_BYTES`, or far less where the metadata does not show it."""
    rows: int = metadata.row_group(group).num_rows
    found = most
    for each in _columns(metadata, group, names):
        size: int = max(1, each.total_uncompressed_size)
        found = min(found, _BYTES * rows // size)
        if size > max(_BYTES, MOST_COMPRESSED * each.total_compressed_size):
            found = min(found, _FEWEST)
        elif not _is_flat(each) and not _REPEATING.isdisjoint(each.encodings):
            found = min(found, max(_FEW, _BYTES // size))
    return max(1, found)


def _is_flat(column: pq.ColumnChunkMetaData) -> bool:
    """Whether each row has one value, of a few bytes or among those of a dictionary."""
    plain = column.physical_type not in ("BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY")
    listed = column.physical_type == "BYTE_ARRAY" and not _DICTIONARIES.isdisjoint(column.encodings)
    return "." not in column.path_in_schema and (plain or listed)


def _columns(metadata: pq.FileMetaData, group: int, names: set[str]) -> list[pq.ColumnChunkMetaData]:
    """The columns of a row group by name; several for a list of records."""
    rows = metadata.row_group(group)
    columns = [rows.column(number) for number in range(rows.num_columns)]
    return [each for each in columns if any(f"{each.path_in_schema}.".startswith(f"{name}.") for name in names)]


def _gathered(batches: Iterator[pa.RecordBatch], most: int) -> Iterator[pa.RecordBatch]:
    """Small batches together, up to about `_BYTES` and a number of rows; their order is kept."""
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        if waiting and (rows + len(batch) > most or size + batch.nbytes > _BYTES):
            yield _joined(waiting)
            waiting, rows, size = [], 0, 0
        waiting.append(batch)
        rows, size = rows + len(batch), size + batch.nbytes
    yield _joined(waiting)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    import pyarrow as pa

    return batches[0] if len(batches) == 1 else pa.concat_batches(batches)


def _unpacked(batches: Iterator[pa.RecordBatch], names: set[str], block: Block) -> Iterator[pa.RecordBatch]:
    """Batches in which each text of some columns stands for itself, up to `_BYTES` of them at a time."""
    import pyarrow as pa

    row = block.first
    for batch in batches:
        for piece in _pieces(batch, names, block.source, row):
            columns = {
                name: _decoded(array) if name in names else array
                for name, array in zip(piece.schema.names, piece.columns, strict=True)
            }
            yield pa.RecordBatch.from_pydict(columns)
        row += len(batch)


def _pieces(batch: pa.RecordBatch, names: set[str], source: Input, row: int) -> Iterator[pa.RecordBatch]:
    """Parts of a batch whose texts in some columns take up to `_BYTES`, as long as these have not been unpacked.

    Raises
    ------
    InputError
        If a text is longer than a line may be; ``row`` is the number of the first row.
    """
    total = np.zeros(len(batch), np.int64)
    for name in names:
        lengths = _lengths(batch.column(name))
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


def _lengths(texts: pa.Array) -> NDArray[np.int64]:
    """The length of each text in bytes; 0 for None."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(texts.type):
        sizes = pc.binary_length(texts.dictionary.cast(pa.large_binary())).take(texts.indices)
    else:
        sizes = pc.binary_length(texts.cast(pa.large_binary()))
    # `to_numpy` and `fill_null` import pandas where it is installed; the place of a null holds 0
    data = sizes.buffers()[1]
    return np.frombuffer(data, np.int64, len(sizes), 8 * sizes.offset) if len(sizes) else np.zeros(0, np.int64)


def _decoded(texts: pa.Array) -> pa.Array:
    import pyarrow as pa

    return texts.dictionary_decode() if pa.types.is_dictionary(texts.type) else texts


def _require_names(source: Input, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            hint = nearest(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"there is no column {name}{hint}", source.name)


def _with_texts(batch: pa.RecordBatch, column: str, shape: Shape) -> pa.RecordBatch:
    """A batch whose puzzles are texts, also where the column has lists of digits."""
    place = batch.schema.get_field_index(column)
    if not is_list(batch.schema.field(place).type):
        return batch
    return batch.set_column(place, column, texts_of_lists(batch.column(place), shape.symbols))


def _has_texts(kind: pa.DataType) -> bool:
    import pyarrow as pa

    if is_list(kind):
        return True

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


MOST_COMPRESSED = 100
"""The number of bytes into which a byte of a column may unpack where these are many."""

_MODEST = 1 << 24
"""The size of a page that is unpacked however small it is in the file."""

_HEADER, _LARGEST_HEADER = 1 << 12, 1 << 24
_UNPACKED, _PACKED = 2, 3
_BOOLEANS, _BYTE, _INTEGERS, _DOUBLE, _BINARY, _STRUCT = (1, 2), 3, (4, 5, 6), 7, 8, 12
_DEEPEST = 8


def require_modest_pages(stream: FileIO, column: pq.ColumnChunkMetaData, source: Input) -> None:
    """Refuse a column with a page that would take far more memory than the file.

    Raises
    ------
    InputError
        If there is one, or the column is damaged.
    """
    start: int = column.data_page_offset
    if column.has_dictionary_page and column.dictionary_page_offset is not None:
        start = min(start, column.dictionary_page_offset)
    end = start + column.total_compressed_size
    while start < end:
        size, unpacked, packed = _header(stream, start, source)
        if unpacked > max(_MODEST, MOST_COMPRESSED * packed):
            message = f"column {column.path_in_schema} has a page of {packed:,} bytes that unpack to {unpacked:,}"
            raise InputError(f"{message}: write the file with smaller pages", source.name)
        start += size + packed


def _header(stream: FileIO, start: int, source: Input) -> tuple[int, int, int]:
    """The size of a header, and those of its page unpacked and in the file."""
    length = _HEADER
    while length <= _LARGEST_HEADER:
        struct = _Struct(os.pread(stream.fileno(), length, start))
        try:
            sizes = struct.integers()
            unpacked, packed = sizes[_UNPACKED], sizes[_PACKED]
        except IndexError:
            length <<= 4
        except (KeyError, ValueError):
            break
        else:
            if unpacked < 0 or packed < 0:
                break
            return struct.place, unpacked, packed
    raise InputError("cannot be read: the header of a page is damaged", source.name)


class _Struct:
    """A struct of Thrift at the beginning of some bytes."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self.place = 0

    def integers(self, depth: int = 0) -> dict[int, int]:
        """The fields that are integers.

        Raises
        ------
        IndexError
            If the bytes end before the struct does.
        ValueError
            If there is a field of a kind that headers of pages do not have.
        """
        if depth > _DEEPEST:
            raise ValueError("a struct of too many levels")
        found: dict[int, int] = {}
        field = 0
        while head := self._byte():
            field = field + (head >> 4) if head >> 4 else self._integer()
            kind = head & 15
            if kind in _INTEGERS:
                found[field] = self._integer()
            elif kind in (_BYTE, _DOUBLE):
                self._skip(1 if kind == _BYTE else 8)
            elif kind == _BINARY:
                self._skip(self._number())
            elif kind == _STRUCT:
                self.integers(depth + 1)
            elif kind not in _BOOLEANS:
                raise ValueError(f"a field of kind {kind}")
        return found

    def _byte(self) -> int:
        self.place += 1
        return self._text[self.place - 1]

    def _skip(self, size: int) -> None:
        self.place += size
        if self.place > len(self._text):
            raise IndexError

    def _number(self) -> int:
        number = shift = 0
        while (byte := self._byte()) & 128:
            number |= (byte & 127) << shift
            shift += 7
        return number | byte << shift

    def _integer(self) -> int:
        number = self._number()
        return number >> 1 ^ -(number & 1)
