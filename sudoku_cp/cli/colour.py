"""The decision whether to write colours and box-drawing characters."""

from __future__ import annotations

import os
from typing import TextIO


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Decide ``--color auto|always|never``; auto heeds ``NO_COLOR``, then ``FORCE_COLOR``, then ``TERM=dumb``."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def knows_unicode(stream: TextIO) -> bool:
    """Return whether the stream's encoding has box-drawing characters."""
    try:
        "┼".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
