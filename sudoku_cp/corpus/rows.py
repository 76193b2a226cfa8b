"""The rows of a block, some at a time."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO, StringIO

import numpy as np

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.blocks import Block, Quotes, head_of
from sudoku_cp.corpus.chunks import Chunk, Failure, chunk_of, failures_of
from sudoku_cp.corpus.inputs import Input, Kind, Text, opened_text
from sudoku_cp.corpus.job import Job, model_of, shape_of
from sudoku_cp.corpus.row_groups import of_row_group, require_parquet_columns
from sudoku_cp.formats.bulk_cells import Shape, line_ends, read_cells, read_lines
from sudoku_cp.formats.rows import BLANK, DELIMITERS

CHUNK = 1 << 16
"""The number of rows that are answered at a time, which bounds the memory of a block."""

_HEAD = 1 << 16
"""The bytes that show whether a text is a table."""

_FIELDS = bytes.maketrans(f'{DELIMITERS}"'.encode(), b"\n" * (len(DELIMITERS) + 1))
"""Puts each field of a table on a line."""

_LINE = 82
"""The bytes of a line with a 9×9 puzzle."""


def require_columns(source: Input, job: Job) -> None:
    """Refuse an input without the columns of a job, or a table for which the job names none.

    Raises
    ------
    InputError
        If there is no such column, or the input cannot be read.
    """
    if source.kind is Kind.PARQUET:
        require_parquet_columns(source, job)
    elif source.kind is Kind.TABLE and source.size:
        Table.of(source, job)
    elif source.kind is Kind.LINES and _has_columns(source, shape_of(model_of(job), job.symbols)):
        raise InputError("is a table: name the column of the puzzles with --column", source.name)


def _has_columns(source: Input, shape: Shape) -> bool:
    """Whether no line at the beginning of a text is a puzzle, and fields of the lines are."""
    try:
        with opened_text(source) as text:
            lines = text.head(_HEAD)
    except InputError:
        return False  # the job has a message about each damaged file
    lines = lines[: lines.rfind(b"\n")] + b"\n" if b"\n" in lines else lines + b"\n"
    return not len(read_lines(lines, shape)[0].ranks) and len(read_lines(lines.translate(_FIELDS), shape)[0].ranks) > 0


def chunks_of(block: Block, job: Job, shape: Shape) -> Iterator[Chunk]:
    """The rows of a block, some at a time.

    Raises
    ------
    InputError
        If the input cannot be read, or has no such column.
    """
    if block.source.kind is Kind.PARQUET:
        yield from of_row_group(block, job, shape, CHUNK)
        return
    table = Table.of(block.source, job) if block.source.kind is Kind.TABLE else None
    row = block.first
    for text in _texts(block, None if table is None else Quotes(table.delimiter)):
        if table is None:
            cells, number = read_lines(text, shape)
            yield Chunk(cells.ranks, row + cells.indices, (), failures_of(cells, row + np.arange(number)))
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


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table.

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
    def of(cls, source: Input, job: Job) -> Table:
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
        if b'"' in text or self.delimiter == BLANK or (b"\r" in text and text.count(b"\r") != text.count(b"\r\n")):
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
        return chunk_of(cells, first + np.flatnonzero(is_row), kept, failures)

    def _quoted(self, text: bytes, first: int, shape: Shape) -> Chunk:
        """The rows of any text, field by field."""
        is_blank = self.delimiter == BLANK
        decoded = text.decode(errors="replace")
        if is_blank:
            decoded = "\n".join([line.strip(BLANK) for line in decoded.split("\n")])
        reader = csv.reader(
            StringIO(decoded, newline=""), delimiter=self.delimiter, skipinitialspace=is_blank, strict=True
        )
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
        return chunk_of(cells, np.array(rows, np.int64), kept, failures)

    def _wrong_width(self, row: int, width: int) -> Failure:
        return Failure(row, f"the row has {width} fields, and the first row has {self.width}")
