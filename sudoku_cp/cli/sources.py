"""What a FILE argument stands for: a file, standard input, a shipped puzzle, or the puzzle itself."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

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
        yield _standard_input(), STDIN
        return
    if is_puzzle(argument):
        yield _buffered(io.BytesIO(argument.encode())), ARGUMENT
        return
    try:
        stream = _buffered(located(argument).open("rb", buffering=0))
    except OSError as error:
        raise unreadable(argument, error) from None
    with stream:
        yield stream, argument


def _standard_input() -> io.BufferedReader:
    if sys.stdin is None:
        raise InputError("is closed", STDIN)
    stream = sys.stdin.buffer
    if stream.isatty():
        print("reading puzzles from the terminal; end with Ctrl-D", file=sys.stderr)
    _widen_pipe(stream)
    return _buffered(stream)


def _widen_pipe(stream: BinaryIO) -> None:
    """Let a pipe hold many lines while those before are solved, where the system can."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)


def _buffered(stream: Any) -> io.BufferedReader:
    """A reader with room for many lines in `peek`."""
    return io.BufferedReader(getattr(stream, "raw", stream), BUFFER)
