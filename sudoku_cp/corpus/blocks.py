"""Blocks: the pieces of the input that are answered on their own.

A block of a text has a number of lines; one of a Parquet file is a row group. Blocks are cut by counting lines in
order, so that every row has the number of its line. A plain text is only counted here, and read again by whoever
answers the block. A compressed text has no places to start from: it is unpacked here, once and in order. Workers of
this machine read the lines of a block from a file in memory, which is used again for later blocks; lines for other
machines are sent with the block.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Protocol

import numpy as np

from sudoku_cp._base.errors import InputError
from sudoku_cp.corpus.inputs import Input, Kind, opened, opened_text
from sudoku_cp.corpus.job import Job
from sudoku_cp.formats.bulk_cells import Places
from sudoku_cp.formats.rows import TableRows

LONGEST = 1 << 20
"""A text with more bytes than this in a row has no rows of puzzles."""

MOST_BYTES = 128 << 20
"""A block of a compressed text, which is kept in memory, ends with the row that reaches this number of bytes."""

_QUOTE = ord('"')


class Quotes:
    """Finds the ends of rows in a text that comes piece by piece.

    A quote opens a field only where a field begins; in the middle of one that is not quoted it is a character.

    Parameters
    ----------
    delimiter
        What separates the fields.
    """

    def __init__(self, delimiter: str) -> None:
        self._openers = f"{delimiter}\r\n".encode()
        self._before = ord("\n")
        self._quoted = False
        self._closed = False
        """Whether the last byte closed a quoted field; another quote would open it again, since two stand for one."""

    def row_ends(self, text: bytes) -> Places:
        """The places of the line ends in the next piece of the text that end a row."""
        codes = np.frombuffer(text, np.uint8)
        ends = np.flatnonzero(codes == ord("\n"))
        quotes = np.flatnonzero(codes == _QUOTE)
        quoted = self._quoted
        if quoted or len(quotes):
            changes = self._changes(text, quotes.tolist())
            ends = ends[(np.searchsorted(changes, ends) + quoted) % 2 == 0]
        else:
            self._closed = False
        self._before = text[-1]
        return ends

    def _changes(self, text: bytes, quotes: list[int]) -> list[int]:
        """The quotes that open a field or close it."""
        changes = []
        closed = -1 if self._closed else -2
        for place in quotes:
            before = text[place - 1] if place else self._before
            if self._quoted:
                self._quoted, closed = False, place
            elif place == closed + 1 or before in self._openers:
                self._quoted = True
            else:
                continue
            changes.append(place)
        self._closed = closed == len(text) - 1
        return changes


TEMPORARY = ".tmp-"
"""What the names of files begin with until they are complete."""


class Place(Protocol):
    """Takes the lines of a block piece by piece."""

    def add(self, text: bytes) -> None:
        """Take a piece.

        Raises
        ------
        OSError
            If there is no room for it.
        """

    def lines(self, size: int) -> bytes | str:
        """The first bytes of all pieces; or the name of a file that begins with them."""


class Message:
    """Bytes that are sent with a block."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def add(self, text: bytes) -> None:
        """See `Place.add`."""
        self._pieces.append(text)

    def lines(self, size: int) -> bytes:
        """See `Place.lines`."""
        return b"".join(self._pieces)[:size]


class Spools:
    """Files in memory that other processes of this machine can read; on systems without them, files on disk.

    Parameters
    ----------
    folder
        Where files on disk may be.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: dict[str, _Spool] = {}
        self._free: list[_Spool] = []

    def place(self) -> Place:
        """A file that nobody uses."""
        spool = self._free.pop() if self._free else self._made()
        os.lseek(spool.file, 0, os.SEEK_SET)
        return spool

    def give_back(self, lines: bytes | str | None) -> None:
        """Use a file again, when nobody will read its lines any more."""
        if isinstance(lines, str):
            self._free.append(self._all[lines])

    def close(self) -> None:
        """Remove all files."""
        for spool in self._all.values():
            os.close(spool.file)
            if spool.is_on_disk:
                Path(spool.name).unlink(missing_ok=True)
        self._all.clear()
        self._free.clear()

    def _made(self) -> _Spool:
        spool = _in_memory() or self._on_disk()
        self._all[spool.name] = spool
        return spool

    def _on_disk(self) -> _Spool:
        name = str(self._folder / f"{TEMPORARY}lines-{len(self._all)}")
        return _Spool(name, os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), True)


class _Spool:
    def __init__(self, name: str, file: int, is_on_disk: bool) -> None:
        self.name, self.file, self.is_on_disk = name, file, is_on_disk

    def add(self, text: bytes) -> None:
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(self.file, rest) :]

    def lines(self, size: int) -> str:
        return self.name


def _in_memory() -> _Spool | None:
    """A file in memory, of Linux; None if there is no such thing, or other processes cannot open it by a name."""
    if not hasattr(os, "memfd_create"):
        return None
    file = os.memfd_create("sudoku-cp")
    name = f"/proc/{os.getpid()}/fd/{file}"
    if os.access(name, os.R_OK):
        return _Spool(name, file, False)
    os.close(file)
    return None


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
