"""Messages and output that protect the terminal: text from files can neither control nor flood it."""

from __future__ import annotations

import os
import sys

from sudoku_cp._base.text import printable, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

MAX_MESSAGE = 4000
"""The largest number of characters in a message, including a usage line."""

_STYLE = "(\x1b\\[[0-9]{1,2}m)"


def notify(message: str) -> None:
    """Write a message to standard error; continue if that is closed."""
    try:
        print(printable(shortened(message, MAX_MESSAGE)), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def show(text: str, colour: bool = False) -> None:
    """Write one or more lines to standard output.

    Parameters
    ----------
    colour
        Whether the text may keep the styles of pictures.
    """
    import re  # here, since not every run shows something

    pieces = re.split(_STYLE, text) if colour else [text]
    pieces[::2] = map(printable, pieces[::2])
    sys.stdout.write("".join(pieces) + "\n")


def discard(stream: TextIO) -> None:
    """Discard the buffered output of a stream, which Python would try to write again at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream in memory has no file descriptor
        return
