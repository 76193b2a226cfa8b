"""Line ends of any system: CR LF and CR alone are read as LF, and a Ctrl-Z at the end of a text is dropped."""

from __future__ import annotations

import io
from typing import BinaryIO

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
