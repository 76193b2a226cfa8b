"""The meaning of a FILE argument: a file, standard input, the name of a puzzle, or the puzzle itself."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

from sudoku_cp.cli.standard_input import STDIN, buffered, standard_input


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
    from sudoku_cp.formats import loading

    raw, name = loading.opened(argument, buffering=0)
    with buffered(raw, name) as stream:
        yield stream, name
