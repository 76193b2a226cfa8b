"""The meaning of a FILE argument: a file, standard input, the name of a puzzle, or the puzzle itself."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress

from sudoku_cp.cli.messages import notify
from sudoku_cp.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

BUFFER = 1 << 18
PIPE = 1 << 20
STDIN = "<stdin>"


@contextmanager
def opened(argument: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """Open a FILE argument; return the stream and its name in messages.

    Raises
    ------
    InputError
        If it does not exist, or cannot be read.
    """
    if argument == "-":
        yield standard_input(), STDIN
        return
    from sudoku_cp.formats.sources import ARGUMENT, is_puzzle, located, unreadable

    if is_puzzle(argument):
        yield _buffered(io.BytesIO(os.fsencode(argument)), ARGUMENT), ARGUMENT
        return
    try:
        stream = _buffered(located(argument).open("rb", buffering=0), argument)
    except OSError as error:
        raise unreadable(argument, error) from None
    with stream:
        yield stream, argument


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
    return _buffered(stream, STDIN)


def _widen_pipe(stream: BinaryIO) -> None:
    """Enlarge the buffer of a pipe, where the system supports it, so that input arrives while puzzles are solved."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)


def _buffered(stream: Any, source: str) -> io.BufferedReader:
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
