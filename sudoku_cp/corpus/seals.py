"""Seals of parts: a hash in the footer that any changed bit of the file would break.

The footer of a Parquet file ends the file and holds texts as they are. The seal is written as zeros first, and then
replaced by the hash of the whole file with these zeros.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import BinaryIO

UNSEALED = "0" * 64
"""What stands in place of the seal when it is computed."""

_MARK = b'"seal": "'
_PIECE = 1 << 20
_ENDING = 8
"""The bytes after the footer: its size in four of them, and four letters."""


def seal(stream: BinaryIO) -> str:
    """Seal a file that is open to be read and written.

    Parameters
    ----------
    stream
        The file, whose footer has ``"seal": "000…"`` once.

    Returns
    -------
    str
        The seal, 64 hexadecimal digits.
    """
    stream.flush()
    found = seal_of(stream)
    stream.seek(_place(stream))
    stream.write(found.encode())
    stream.flush()
    return found


def seal_of(stream: BinaryIO) -> str:
    """The seal that a file should have.

    Parameters
    ----------
    stream
        The file, open to be read.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    ValueError
        If there is no footer with a seal.
    """
    place = _place(stream)
    stream.seek(0)
    digest, left = sha256(), place
    while left and (piece := stream.read(min(_PIECE, left))):
        digest.update(piece)
        left -= len(piece)
    digest.update(UNSEALED.encode())
    stream.seek(place + len(UNSEALED))
    digest.update(stream.read())
    return digest.hexdigest()


def _place(stream: BinaryIO) -> int:
    """The place of the seal, which stands in the footer once.

    Raises
    ------
    ValueError
        If it does not.
    """
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - _ENDING))
    footer = int.from_bytes(stream.read(4), "little") + _ENDING
    start = size - footer
    if start < 0:
        raise ValueError("the footer is larger than the file")
    stream.seek(start)
    text = stream.read()
    if text.count(_MARK) != 1:
        raise ValueError("the footer has no seal, or several")
    return start + text.index(_MARK) + len(_MARK)
