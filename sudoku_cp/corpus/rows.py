"""The rows of a block: puzzles as arrays, the columns that are kept, and the rows that are not puzzles."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO, StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.corpus.arrays import numbers
from sudoku_cp.corpus.blocks import Block, head_of
from sudoku_cp.corpus.inputs import Input, Kind, Text, opened, opened_text
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.quotes import Quotes
from sudoku_cp.errors import InputError, nearest
from sudoku_cp.formats.bulk_cells import Cells, Places, Shape, line_ends, read_cells, read_lines

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK = 1 << 16
"""The number of rows that are answered at a time, which bounds the memory of a block."""

PUZZLE = "puzzle"
"""The usual name of the column of puzzles in Parquet files."""

_LINE = 82
"""The bytes of a line with a 9×9 puzzle."""


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


def require_columns(source: Input, job: Job) -> None:
    """Refuse an input without the columns of a job.

    Raises
    ------
    InputError
        If there is no such column, or the input cannot be read.
    """
    if source.kind is Kind.PARQUET:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with opened(source) as stream:
                known = pq.read_schema(stream).names
        except (OSError, pa.ArrowException) as error:
            raise InputError(f"cannot be read: {error}", source.name) from None
        _require_names(source, [job.column or PUZZLE, *job.keep], known)
    elif source.kind is Kind.TABLE and source.size:
        _Table.of(source, job)


def chunks_of(block: Block, job: Job, shape: Shape) -> Iterator[Chunk]:
    """The rows of a block, some at a time.

    Raises
    ------
    InputError
        If the input cannot be read, or has no such column.
    """
    if block.source.kind is Kind.PARQUET:
        yield from _of_row_group(block, job, shape)
        return
    table = _Table.of(block.source, job) if block.source.kind is Kind.TABLE else None
    row = block.first
    for text in _texts(block, None if table is None else Quotes(table.delimiter)):
        if table is None:
            cells, number = read_lines(text, shape)
            yield Chunk(cells.ranks, row + cells.indices, (), _failures(cells, row + np.arange(number)))
        else:
            yield table.chunk(text, row, shape)
            number = text.count(b"\n")
        row += number


def _texts(block: Block, quotes: Quotes | None) -> Iterator[bytes]:
    """The text of a block in pieces of whole rows, each of which ends with a line end."""
    rest = b""
    for piece in _pieces(block):
        ends = None if quotes is None else quotes.row_ends(piece)
        if cut := (piece.rfind(b"\n") if ends is None else int(ends[-1]) if len(ends) else -1) + 1:
            yield rest + piece[:cut]
            rest = piece[cut:]
        else:
            rest += piece
    if rest:
        yield rest + b"\n"


def _pieces(block: Block) -> Iterator[bytes]:
    size = CHUNK * _LINE
    if isinstance(block.lines, bytes):
        for start in range(0, len(block.lines), size):
            yield block.lines[start : start + size]
        return
    left = block.stop - block.start
    with _opened_lines(block) as text:
        while left and (piece := text.read(min(size, left))):
            yield piece
            left -= len(piece)
    if left:
        raise InputError("is shorter than it was when the job began", block.source.name)


@contextmanager
def _opened_lines(block: Block) -> Iterator[FileIO | Text]:
    """The text of a block, and what follows it in the file."""
    if block.lines is None:
        with opened_text(block.source, block.start) as text:
            yield text
    else:
        with FileIO(block.lines) as file:
            yield file


def _failures(cells: Cells, rows: Places) -> list[Failure]:
    return [Failure(int(rows[fault.index]), fault.message) for fault in cells.faults]


@dataclass(frozen=True, slots=True)
class _Table:
    """The columns of a table (CSV, TSV).

    Parameters
    ----------
    puzzle
        The place of the column of the puzzles.
    kept
        The places of the columns that are kept.
    has_names
        Whether the first row has the names of the columns.
    """

    delimiter: str
    width: int
    puzzle: int
    kept: tuple[int, ...]
    has_names: bool

    @classmethod
    def of(cls, source: Input, job: Job) -> _Table:
        """The columns by the first row.

        Raises
        ------
        InputError
            If there is no such column.
        """
        assert job.column is not None
        rows = head_of(source, job)
        kept = tuple(rows.place_of(name) for name in job.keep)
        return cls(rows.delimiter, rows.width, rows.place_of(job.column), kept, rows.names is not None)

    def chunk(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of some whole lines."""
        if self.has_names and first == 1:
            end = text.index(b"\n") + 1  # names with line ends are not worth the trouble
            text, first = text[end:], first + 1
        if b'"' in text or (b"\r" in text and text.count(b"\r") != text.count(b"\r\n")):
            return self._quoted(text, first, shape)
        return self._unquoted(text, first, shape)

    def _unquoted(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of a text without quotes: each line is a row, and each delimiter divides fields."""
        codes = np.frombuffer(text, np.uint8)
        starts, ends = line_ends(text)
        if b"\r" in text:
            ends = ends - (codes[np.maximum(ends - 1, 0)] == ord("\r"))
        dividers = np.flatnonzero(codes == ord(self.delimiter))
        numbers = np.searchsorted(dividers, ends) - np.searchsorted(dividers, starts)
        is_row = (numbers == self.width - 1) & (starts < ends)
        inner = dividers[np.repeat(is_row, numbers)].reshape(np.count_nonzero(is_row), self.width - 1)
        left = np.column_stack([starts[is_row], inner + 1])
        right = np.column_stack([inner, ends[is_row]])
        cells = read_cells(text, left[:, self.puzzle], right[:, self.puzzle], shape)
        kept = [
            [text[start:end].decode(errors="replace") for start, end in zip(lefts, rights, strict=True)]
            for place in self.kept
            for lefts, rights in [(left[cells.indices, place].tolist(), right[cells.indices, place].tolist())]
        ]
        wrong = np.flatnonzero(~is_row & (starts < ends)).tolist()
        failures = [self._wrong_width(first + line, int(numbers[line]) + 1) for line in wrong]
        return _chunk(cells, first + np.flatnonzero(is_row), kept, failures)

    def _quoted(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of any text, field by field."""
        reader = csv.reader(StringIO(text.decode(errors="replace"), newline=""), delimiter=self.delimiter, strict=True)
        fields: list[list[str]] = []
        rows: list[int] = []
        failures: list[Failure] = []
        while True:
            row = first + reader.line_num
            try:
                found = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                failures.append(Failure(row, f"not a row of a table: {error}"))
                continue
            if len(found) == self.width:
                rows.append(row)
                fields.append(found)
            elif found:
                failures.append(self._wrong_width(row, len(found)))
        texts = [found[self.puzzle].encode() for found in fields]
        ends = np.cumsum([0, *map(len, texts)])
        cells = read_cells(b"".join(texts), ends[:-1], ends[1:], shape)
        kept = [[fields[index][place] for index in cells.indices.tolist()] for place in self.kept]
        return _chunk(cells, np.array(rows, np.int64), kept, failures)

    def _wrong_width(self, row: int, width: int) -> Failure:
        return Failure(row, f"the row has {width} fields, and the first row has {self.width}")


def _of_row_group(block: Block, job: Job, shape: Shape) -> Iterator[Chunk]:
    """The rows of a row group.

    Raises
    ------
    InputError
        If it cannot be read, or has no such column of texts.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    column = job.column or PUZZLE
    try:
        with opened(block.source) as stream, pq.ParquetFile(stream) as file:
            row = block.first
            columns = [column, *job.keep]
            _require_names(block.source, columns, file.schema_arrow.names)
            batches = file.iter_batches(CHUNK, [block.start], columns)
            if not file.metadata.row_group(block.start).num_rows:
                batches = iter([pa.RecordBatch.from_pylist([], file.schema_arrow)])
            for batch in batches:
                texts = batch.column(column)
                if pa.types.is_dictionary(texts.type):
                    texts = texts.dictionary_decode()
                try:
                    texts = texts.cast(pa.large_binary())
                except pa.ArrowException:
                    message = f"column {column} has no texts but {texts.type}"
                    raise InputError(message, block.source.name) from None
                cells = _cells_of(texts, shape)
                indices = numbers(cells.indices)
                kept = [batch.column(name).take(indices) for name in job.keep]
                yield _chunk(cells, row + np.arange(len(texts)), kept, [])
                row += len(texts)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", block.source.name) from None


def _require_names(source: Input, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            hint = nearest(name, known) or f"; there are {', '.join(known)}"
            raise InputError(f"there is no column {name}{hint}", source.name)


def _cells_of(array: pa.LargeBinaryArray, shape: Shape) -> Cells:
    """The puzzles of an Arrow array of texts, where None has no puzzle."""
    _, offsets, data = array.buffers()
    places = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    text = bytes(memoryview(data)[places[0] : places[-1]]) if data is not None and len(array) else b""
    return read_cells(text, places[:-1] - places[0], places[1:] - places[0], shape)


def _chunk(cells: Cells, rows: Places, kept: Sequence[Any], failures: list[Failure]) -> Chunk:
    """The puzzles of a table; a row without any is a failure."""
    has_none = np.ones(len(rows), bool)
    has_none[cells.indices] = False
    has_none[[fault.index for fault in cells.faults]] = False
    failures = [*failures, *_failures(cells, rows)]
    failures += [Failure(row, "the row has no puzzle") for row in rows[has_none].tolist()]
    failures.sort(key=lambda failure: failure.row)
    return Chunk(cells.ranks, rows[cells.indices], kept, failures)
