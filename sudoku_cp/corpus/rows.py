"""The rows of a block, some at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO

import numpy as np

from sudoku_cp.corpus.blocks import Block
from sudoku_cp.corpus.chunks import Chunk, failures_of
from sudoku_cp.corpus.inputs import Input, Kind, Text, opened_text
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.quotes import Quotes
from sudoku_cp.corpus.row_groups import of_row_group, require_parquet_columns
from sudoku_cp.corpus.tables import Table
from sudoku_cp.errors import InputError
from sudoku_cp.formats.bulk_cells import Shape, read_lines

CHUNK = 1 << 16
"""The number of rows that are answered at a time, which bounds the memory of a block."""

_LINE = 82
"""The bytes of a line with a 9×9 puzzle."""


def require_columns(source: Input, job: Job) -> None:
    """Refuse an input without the columns of a job.

    Raises
    ------
    InputError
        If there is no such column, or the input cannot be read.
    """
    if source.kind is Kind.PARQUET:
        require_parquet_columns(source, job)
    elif source.kind is Kind.TABLE and source.size:
        Table.of(source, job)


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
