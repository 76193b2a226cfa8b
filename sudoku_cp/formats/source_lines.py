"""The lines of a stream with their numbers, read one by one, and further ahead on request.

Line ends are those of any system: CR LF and CR alone are read as LF, and a Ctrl-Z at the end of a text is dropped.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, TypeVar

from sudoku_cp._base.errors import InputError, ModelError
from sudoku_cp.formats.text_lines import inner_end

MAX_LINE = 1 << 16
"""The longest line in bytes, which bounds the memory that a line takes."""

MAX_DOCUMENT = 1 << 22
"""The longest JSON document or address in bytes, on one line or on many."""

_DOCUMENT = re.compile(rb"\s*(\{|https?:|[a-z]*N4Ig)")
"""The beginning of a line that may be a whole document."""

_MARK_OF_CODE = re.compile(r"\s*(?:\[/?(?:code|pre|quote|spoiler|tt)\]|`{3}\w*|</?(?:code|pre)>)\s*", re.IGNORECASE)
"""A line before or behind a text in the source of a post."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_Read = TypeVar("_Read")


class SourceLine(NamedTuple):
    """A line without its end."""

    number: int
    """The number of the line, from 1."""
    text: str
    """The line without its end."""

    @property
    def is_skipped(self) -> bool:
        """Return whether the line is blank, a comment or a mark of code, and not several lines; see `inner_end`."""
        if not self.text or self.text.isspace():
            return True
        first = self.text.lstrip()[0]
        if first == "#":
            return inner_end(self.text) is None
        return first in "[`<" and _MARK_OF_CODE.fullmatch(self.text) is not None


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

    def read_each(self, read: Callable[[SourceLine], _Read]) -> Iterator[_Read]:
        """Read each line that is not skipped; an error without a place is one of its line.

        Parameters
        ----------
        read
            Reads a line, and may take further ones.

        Yields
        ------
        object
            What is read of each line.

        Raises
        ------
        InputError
            If a line cannot be read.
        """
        for line in self:
            if line.is_skipped:
                continue
            try:
                found = read(line)
            except InputError as error:
                has_place = error.source or error.line is not None
                raise error if has_place else self.error(error.message, line.number) from None
            except ModelError as error:
                raise self.error(str(error), line.number) from None
            yield found

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


_CTRL_Z = b"\x1a"
_MAX_HELD = 1 << 12
"""The number of bytes held back to see whether a Ctrl-Z is at the end."""


def with_plain_line_ends(stream: BinaryIO, size: int = io.DEFAULT_BUFFER_SIZE) -> PlainLines:
    r"""The stream with LF as its line ends, read as data arrives, up to a number of bytes ahead.

    >>> with_plain_line_ends(io.BytesIO(b"one\r\ntwo\rthree\n\x1a\n")).read()
    b'one\ntwo\nthree\n'
    """
    return stream if isinstance(stream, PlainLines) else PlainLines(_Translated(stream), size)


class PlainLines(io.BufferedReader):
    """A stream that has such line ends."""

    raw: _Translated

    @property
    def lines(self) -> int:
        """The number of lines that have arrived, including those already read."""
        return self.raw.lines


class _Translated(io.RawIOBase):
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._ready = b""
        self._held = b""
        self.lines = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            read = getattr(self._stream, "read1", self._stream.read)
            data = read(len(buffer))
            self._ready = self._translated(data)
            if not data:
                break
        part = self._ready[: len(buffer)]
        self._ready = self._ready[len(part) :]
        buffer[: len(part)] = part
        self.lines += part.count(b"\n")
        return len(part)

    def _translated(self, data: bytes) -> bytes:
        """The data whose line ends are certain; the rest is held back until more data arrives or the stream ends."""
        text, is_last = self._held + data, not data
        text, self._held = (text, b"") if is_last else _cut(text)
        if is_last:
            text = _without_ctrl_z(text)
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def _cut(text: bytes) -> tuple[bytes, bytes]:
    """Hold back a possible Ctrl-Z at the end, or the first half of a line end."""
    at = len(_without_ctrl_z(text))
    if at == len(text):
        at -= text.endswith(b"\r")
    return (text[:at], text[at:]) if len(text) - at <= _MAX_HELD else (text, b"")


def _without_ctrl_z(text: bytes) -> bytes:
    """The text before a Ctrl-Z that only white space follows."""
    at = text.find(_CTRL_Z, len(text.rstrip(_CTRL_Z + b" \t\r\n")))
    return text if at < 0 else text[:at]
