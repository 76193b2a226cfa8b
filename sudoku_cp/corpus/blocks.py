"""Blocks: the pieces of the input that are answered on their own.

A block of a text has a number of lines; one of a Parquet file is a row group. Blocks are cut by counting lines in
order, so that every row has the number of its line. A plain text is only counted here, and read again by whoever
answers the block. A compressed text is unpacked here, once and in order, and the lines of a block are kept for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO

import numpy as np

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.inputs import Input, Kind, opened, opened_text
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.quotes import Quotes
from sudoku_cp.corpus.spools import Message, Place
from sudoku_cp.formats.bulk_cells import Places
from sudoku_cp.formats.rows import TableRows

LONGEST = 1 << 20
"""A text with more bytes than this in a row has no rows of puzzles."""

MOST_BYTES = 128 << 20
"""A block of a compressed text, which is kept in memory, ends with the row that reaches this number of bytes."""

Keep = Callable[[], Place]
"""Finds a place for the lines of a block of compressed text."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some rows of an input.

    Parameters
    ----------
    source
        The input.
    index
        Its place among the blocks of the input, counted from 0.
    start, stop
        The range of bytes in the text; for Parquet the number of the row group and the next one.
    first
        The number of the first line or row, counted from 1.
    weight
        The bytes of the file that are in the block, for progress.
    lines
        Those of a block of a compressed text, or the name of a file that begins with them; None if they are to be read
        from the input.
    """

    source: Input
    index: int
    start: int
    stop: int
    first: int
    weight: int
    lines: bytes | str | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of the block, which orders blocks as they are in the input."""
        return f"{self.source.number:04}-{self.index:06}"


def blocks_of(source: Input, job: Job, keep: Keep = Message) -> Iterator[Block]:
    """The blocks of an input, in order.

    Parameters
    ----------
    source
        The input.
    job
        What is asked, with the number of lines of a block; a compressed block has at most about `MOST_BYTES`.
    keep
        Finds places for the lines of blocks of compressed text.

    Raises
    ------
    InputError
        If the input cannot be read to its end, after the blocks before that place.
    """
    return _row_groups(source) if source.kind is Kind.PARQUET else _text_blocks(source, job, keep)


def _row_groups(source: Input) -> Iterator[Block]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with opened(source) as stream:
            metadata = pq.read_metadata(stream)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot be read: {error}", source.name) from None
    first = 1
    for group in range(metadata.num_row_groups):
        yield Block(source, group, group, group + 1, first, source.size // metadata.num_row_groups)
        first += metadata.row_group(group).num_rows


def _text_blocks(source: Input, job: Job, keep: Keep) -> Iterator[Block]:
    quotes = Quotes(head_of(source, job).delimiter) if source.kind is Kind.TABLE and source.size else None
    cutter = _Cutter(source, job.block, quotes, None if source.compression is None else keep)
    with opened_text(source) as text:
        try:
            for piece in text.pieces():
                yield from cutter.cut(piece, text.position())
        except InputError as error:
            cutter.drop_unended()
            yield from cutter.end()
            raise InputError(error.message, source.name, cutter.line) from None
    yield from cutter.end()


def head_of(source: Input, job: Job) -> TableRows:
    """The first row of a table.

    Raises
    ------
    InputError
        If it cannot be read, or does not have the column of the puzzles.
    """
    assert job.column is not None
    with opened_text(source) as text:
        return TableRows(BytesIO(text.head(LONGEST)), source.name, job.column)


class _Cutter:
    """Cuts a text into blocks of a number of lines; a row, which may have line ends in its quotes, is not cut."""

    def __init__(self, source: Input, lines: int, quotes: Quotes | None, keep: Keep | None) -> None:
        self._source, self._lines, self._quotes, self._keep = source, lines, quotes, keep
        self._place: Place | None = None
        """Where the lines of the current block are kept, if they are."""
        self._start = self._size = self._counted = 0
        """The place where the current block starts, its bytes so far, and its line ends so far."""
        self._first, self._index, self._read = 1, 0, 0
        self._unended = self._inner = 0
        """The bytes since the last end of a row, and the line ends among them."""

    @property
    def line(self) -> int:
        """The number of the line where the last row starts, which has not ended."""
        return self._first + self._counted - self._inner

    def cut(self, piece: bytes, read: int) -> Iterator[Block]:
        """Take a piece of the text; yield the blocks that end in it.

        Raises
        ------
        InputError
            If a row is too long.
        """
        ends = None if self._quotes is None else self._quotes.row_ends(piece)
        start, lines = 0, _lines_of(piece)
        while (end := self._end_of_block(piece, start, lines, ends)) is not None:
            in_block = _lines_of(piece[start:end])
            self._take(piece[start:end], in_block)
            start, lines = end, lines - in_block
            yield self._block(read)
        self._take(piece[start:], lines)
        if last := (piece.rfind(b"\n") if ends is None else int(ends[-1]) if len(ends) else -1) + 1:
            self._unended = self._inner = 0
        self._unended += len(piece) - last
        self._inner += 0 if ends is None else _lines_of(piece[last:])
        if self._unended > LONGEST:
            hint = ": is a quote missing?" if self._inner else ""
            raise InputError(f"a row of more than {LONGEST:,} bytes{hint}", self._source.name, self.line)

    def _end_of_block(self, piece: bytes, start: int, lines: int, row_ends: Places | None) -> int | None:
        """The place after the row that ends the block; None if the rest of the piece, some lines, does not have it."""
        left = len(piece) + 1 if self._keep is None else MOST_BYTES - self._size
        missing = max(0, self._lines - self._counted - 1)
        if left > len(piece) - start and lines <= missing:
            return None
        line_ends = np.flatnonzero(np.frombuffer(piece, np.uint8) == ord("\n"))
        later = line_ends[np.searchsorted(line_ends, start) :]
        enough = int(later[missing]) if missing < len(later) else len(piece)
        enough = max(start, min(enough, start + left - 1))
        row_ends = line_ends if row_ends is None else row_ends
        index = int(np.searchsorted(row_ends, enough))
        return int(row_ends[index]) + 1 if index < len(row_ends) else None

    def _take(self, text: bytes, lines: int) -> None:
        """Add a text with a number of line ends to the current block."""
        if self._keep is not None and text:
            self._place = self._place or self._keep()
            self._place.add(text)
        self._size += len(text)
        self._counted += lines

    def _block(self, read: int) -> Block:
        lines = None if self._place is None else self._place.lines(self._size)
        stop = self._start + self._size
        block = Block(self._source, self._index, self._start, stop, self._first, read - self._read, lines)
        self._read = read
        self._first += self._counted
        self._place, self._start, self._size, self._counted = None, stop, 0, 0
        self._index += 1
        return block

    def drop_unended(self) -> None:
        """Forget the row that has not ended."""
        self._size -= self._unended
        self._counted -= self._inner
        self._unended = self._inner = 0

    def end(self) -> Iterator[Block]:
        """The last block, if anything is left for it."""
        if self._size:
            yield self._block(self._source.size)


def _lines_of(text: bytes) -> int:
    """The number of line ends, in a third of the time of ``text.count``."""
    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == ord("\n")))
