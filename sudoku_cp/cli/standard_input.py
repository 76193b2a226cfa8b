"""Standard input as a stream with a large buffer, which names its source in errors."""

from __future__ import annotations

import io
import sys

from sudoku_cp._base.errors import InputError
from sudoku_cp.cli.messages import notify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

BUFFER = 1 << 18
PIPE = 1 << 20
STDIN = "<stdin>"


def standard_input() -> io.BufferedReader:
    """Standard input, with a large buffer.

    Raises
    ------
    InputError
        If it is closed. While reading, if that fails.
    """
    if sys.stdin is None:
        raise InputError("is closed", STDIN)
    stream = sys.stdin.buffer
    if stream.isatty():
        notify("reading puzzles from the terminal; end with Ctrl-D")
    _widen_pipe(stream)
    return buffered(stream, STDIN)


def _widen_pipe(stream: BinaryIO) -> None:
    """Enlarge the buffer of a pipe, where the system supports it, so that input arrives while puzzles are solved."""
    try:
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
    except (ImportError, AttributeError, OSError):
        return


def buffered(stream: Any, source: str) -> io.BufferedReader:
    """A reader whose `peek` has room for many lines."""
    return io.BufferedReader(_Named(getattr(stream, "raw", stream), source), BUFFER)


class _Named(io.RawIOBase):
    """A stream that names its source in errors."""

    def __init__(self, stream: Any, source: str) -> None:
        self._stream = stream
        self._source = source

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._stream.fileno())

    def readinto(self, buffer: Any) -> int | None:
        try:
            count: int | None = self._stream.readinto(buffer)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", self._source) from None
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()
