"""What a FILE argument stands for: a file, standard input, a shipped puzzle, or the puzzle itself."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from sudoku_cp.cli.messages import notify
from sudoku_cp.formats.sources import ARGUMENT, is_puzzle, located, unreadable
from sudoku_cp.model import InputError

BUFFER = 1 << 18
PIPE = 1 << 20
STDIN = "<stdin>"


@contextmanager
def opened(argument: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """Open what the argument stands for; gives the stream and its name in messages.

    Raises
    ------
    InputError
        If there is no such thing, or it cannot be read.
    """
    if argument == "-":
        yield standard_input(), STDIN
        return
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
    """Standard input, with room for many lines.

    Raises
    ------
    InputError
        If it is closed; while reading, if that fails.
    """
    if sys.stdin is None:
        raise InputError("is closed", STDIN)
    stream = sys.stdin.buffer
    if stream.isatty():
        notify("reading puzzles from the terminal; end with Ctrl-D")
    _widen_pipe(stream)
    return _buffered(stream, STDIN)


def _widen_pipe(stream: BinaryIO) -> None:
    """Let a pipe hold many lines while those before are solved, where the system can."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)


def _buffered(stream: Any, source: str) -> io.BufferedReader:
    """A reader with room for many lines in `peek`."""
    return io.BufferedReader(_Named(getattr(stream, "raw", stream), source), BUFFER)


class _Named(io.RawIOBase):
    """A stream that says in its errors which one it is."""

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
