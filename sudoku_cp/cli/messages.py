"""Messages and output: text from documents and files can neither control the terminal nor flood it."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import TextIO

from sudoku_cp.text import printable, shortened

MAX_MESSAGE = 4000
"""Characters of a message, with a usage line."""

_STYLE = re.compile("(\x1b\\[[0-9]{1,2}m)")


def notify(message: str) -> None:
    """Write a message on standard error; continue if that is closed."""
    try:
        print(printable(shortened(message, MAX_MESSAGE)), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def show(text: str, colour: bool = False) -> None:
    """Write a line or several on standard output.

    Parameters
    ----------
    colour
        Whether the text has the styles of pictures, which stay.
    """
    pieces = _STYLE.split(text) if colour else [text]
    pieces[::2] = map(printable, pieces[::2])
    sys.stdout.write("".join(pieces) + "\n")


def discard(stream: TextIO) -> None:
    """Send to nowhere what a stream still holds, which Python would try to write again when it ends."""
    with suppress(OSError, ValueError):  # a stream in memory has no number
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
