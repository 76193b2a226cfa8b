"""The meaning of a FILE argument: a file, standard input, the name of a puzzle, or the puzzle itself."""

from __future__ import annotations

import io
import os
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
    from sudoku_cp.formats.sources import ARGUMENT, is_puzzle, located, unreadable

    if is_puzzle(argument):
        yield buffered(io.BytesIO(os.fsencode(argument)), ARGUMENT), ARGUMENT
        return
    try:
        stream = buffered(located(argument).open("rb", buffering=0), argument)
    except OSError as error:
        raise unreadable(argument, error) from None
    with stream:
        yield stream, argument
