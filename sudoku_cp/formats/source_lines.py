"""The lines of a stream with their numbers, read one by one, and further ahead on request."""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.line_ends import with_plain_line_ends
from sudoku_cp.formats.text_lines import inner_end

MAX_LINE = 1 << 16
"""The longest line in bytes, which bounds the memory that a line takes."""

MAX_DOCUMENT = 1 << 22
"""The longest JSON document or address in bytes, on one line or on many."""

_DOCUMENT = re.compile(rb"\s*(\{|https?:|[a-z]*N4Ig)")
"""The beginning of a line that may be a whole document."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class SourceLine(NamedTuple):
    """A line without its end."""

    number: int
    """The number of the line, from 1."""
    text: str
    """The line without its end."""

    @property
    def is_skipped(self) -> bool:
        """Return whether the line is blank or a comment, and not several lines; see `inner_end`."""
        if not self.text or self.text.isspace():
            return True
        return self.text.lstrip().startswith("#") and inner_end(self.text) is None


class SourceLines(Iterator[SourceLine]):
    """The lines of a binary stream, decoded as UTF-8; LF, CR LF or CR alone ends a line.

    Parameters
    ----------
    stream
        A binary stream, which is read line by line, never as a whole.
    source
        Its name in messages.
    first
        The number of the first line.

    Raises
    ------
    InputError
        While reading, if a line is too long, is not UTF-8, or has a NUL character.
    """

    def __init__(self, stream: BinaryIO, source: str, first: int = 1) -> None:
        self.source = source
        self._stream = with_plain_line_ends(stream)
        self._number = first
        self._fetched = 0
        self._ahead: deque[tuple[bytes, SourceLine]] = deque()
        self._bytes_ahead = 0

    def __next__(self) -> SourceLine:
        if not self._ahead and not self._fetch():
            raise StopIteration
        raw, line = self._ahead.popleft()
        self._bytes_ahead -= len(raw)
        return line

    def peek(self, ahead: int = 0) -> SourceLine | None:
        """The next line, or a later one, without consuming it; None after the last.

        Parameters
        ----------
        ahead
            The number of lines to skip: 0 for the next line.

        Returns
        -------
        SourceLine or None
            The line, which remains to be read.

        Raises
        ------
        InputError
            If the lines ahead take too much memory.
        """
        while len(self._ahead) <= ahead:
            if self._bytes_ahead > MAX_DOCUMENT:
                raise self.error(f"no puzzle found in {MAX_DOCUMENT:,} bytes", self.next_number)
            if not self._fetch():
                return None
        return self._ahead[ahead][1]

    @property
    def next_number(self) -> int:
        """The number of the next line."""
        return self._number - len(self._ahead)

    @property
    def is_ready(self) -> bool:
        """Return whether the whole next line has arrived, so that reading it does not block."""
        return bool(self._ahead) or self._stream.lines > self._fetched

    def rest(self) -> BinaryIO:
        """The stream from the next line on, including the lines that were peeked at.

        Returns
        -------
        BinaryIO
            A stream of bytes.
        """
        return chain_streams(b"".join(raw for raw, _ in self._ahead), self._stream)

    def text_from(self, line: SourceLine, most: int = MAX_DOCUMENT) -> str:
        """A line and all lines after it, as one text.

        Parameters
        ----------
        line
            The first line, which has been read already.
        most
            The largest number of characters.

        Returns
        -------
        str
            The lines, joined by line ends.

        Raises
        ------
        InputError
            If the text has more than ``most`` characters.
        """
        pieces, length = [line.text], len(line.text)
        for further in self:
            pieces.append(further.text)
            length += len(further.text) + 1
            if length > most:
                raise self.error(f"a document of more than {most:,} characters", further.number)
        return "\n".join(pieces)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> InputError:
        """An error at a place in this source.

        Parameters
        ----------
        message
            The explanation.
        line
            The line, counted from 1; None if there is no single line.
        column
            The column, counted from 1; None if there is no single column.

        Returns
        -------
        InputError
            The error, to be raised by the caller.
        """
        return InputError(message, self.source, line, column)

    def _fetch(self) -> bool:
        raw = self._raw_line()
        if not raw:
            return False
        self._ahead.append((raw, SourceLine(self._number, self._decode(raw))))
        self._bytes_ahead += len(raw)
        self._number += 1
        self._fetched += 1
        return True

    def _raw_line(self) -> bytes:
        raw, most = self._stream.readline(MAX_LINE + 1), MAX_LINE
        if len(raw) > most and _DOCUMENT.match(raw):
            most = MAX_DOCUMENT
            raw += b"" if raw.endswith(b"\n") else self._stream.readline(most - MAX_LINE)
        if len(raw) > most:
            raise self.error(f"the line is longer than {most:,} bytes", self._number)
        return raw

    def _decode(self, raw: bytes) -> str:
        data = raw.removeprefix(_BYTE_ORDER_MARK) if self._number == 1 else raw
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            column = len(data[: error.start].decode()) + 1
            raise self.error(f"byte 0x{data[error.start]:02x} is not UTF-8", self._number, column) from None
        if "\0" in text:
            raise self.error("NUL character: this is not a text file", self._number, text.index("\0") + 1)
        return text.removesuffix("\n")


def chain_streams(head: bytes, tail: BinaryIO) -> BinaryIO:
    """Some bytes followed by another stream."""
    return io.BufferedReader(_Chain(head, tail)) if head else tail


class _Chain(io.RawIOBase):
    def __init__(self, head: bytes, tail: BinaryIO) -> None:
        self._head = memoryview(head)
        self._tail = tail

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._head:
            part = self._head[: len(buffer)]
            self._head = self._head[len(part) :]
        else:
            read = getattr(self._tail, "read1", self._tail.read)
            part = memoryview(read(len(buffer)))
        buffer[: len(part)] = part
        return len(part)
