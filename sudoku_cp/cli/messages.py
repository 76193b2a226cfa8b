"""What is said on standard error."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO


def tell(message: str) -> None:
    """Write a message; where nobody can read it, go on without."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Send to nowhere what a stream still holds, which Python would try to write again when it ends."""
    with suppress(OSError, ValueError):  # a stream in memory has no number
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
