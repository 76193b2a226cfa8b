"""Puzzle documents as addresses, which hold the whole text, deflated and in base64: ``sudoku-cp:#doc=eNor…``.

Any address with such a fragment is read, such as that of the page with the fragment behind it.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from io import BytesIO

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Puzzle
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.toml import reading, writing

BEGINNING = "sudoku-cp:#doc="

PATTERN = re.compile(r"(?:sudoku-cp:|https?://)[^#\s]*#doc=([\w-]+=*)", re.ASCII)


def packed(text: str) -> str:
    """The address that holds a document.

    >>> unpacked(packed("size = 4"))
    'size = 4'
    """
    return BEGINNING + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(address: str) -> str:
    """The document in an address.

    Parameters
    ----------
    address
        The address.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InputError
        If it is no such address, or damaged.
    """
    found = PATTERN.fullmatch(address.strip())
    if found is None:
        raise InputError("the document in the address is damaged")
    inflating = zlib.decompressobj()
    try:
        payload = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        text = inflating.decompress(payload, reading.MAX_DOCUMENT).decode()
    except (ValueError, zlib.error):
        raise InputError("the document in the address is damaged") from None
    if not inflating.eof:
        is_long = len(text) >= reading.MAX_DOCUMENT
        raise InputError("the document in the address is too long" if is_long else "the address is cut off")
    return text


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read documents from addresses, one on each line.

    Parameters
    ----------
    lines
        The stream.
    symbols
        See `sudoku_cp.formats.toml.reading.read`.

    Raises
    ------
    InputError
        If an address is damaged, or its document is wrong.
    """
    for line in lines:
        if line.is_skipped:
            continue
        try:
            text = unpacked(line.text)
            found = next(reading.read(SourceLines(BytesIO(text.encode()), ""), symbols), None)
            if found is None:
                raise InputError("the document in the address is empty")
        except InputError as error:
            place = f"line {error.line} of the document in the address: " if error.line else ""
            raise lines.error(f"{place}{error.message}", line.number) from None
        yield Document(found.model, lines.source, line.number)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Write an address for each puzzle.

    Parameters
    ----------
    puzzles
        The puzzles.

    Yields
    ------
    str
        An address, and the end of its line.

    Raises
    ------
    ModelError
        If a document cannot express a puzzle.
    """
    for puzzle in puzzles:
        yield packed("".join(writing.write([puzzle]))) + "\n"
