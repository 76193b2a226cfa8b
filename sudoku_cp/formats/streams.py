"""Streams of puzzles: recognition, reading one by one, and writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import TextIOBase
from typing import Any, BinaryIO

from sudoku_cp._base.arguments import checked, integer, iterated, of_type, refused, text, truth
from sudoku_cp._base.text import counted
from sudoku_cp.formats import sniffing
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, Puzzle
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.registry import format_named, writable_format
from sudoku_cp.formats.small import refuse_small, small_ones_alone
from sudoku_cp.formats.source_lines import SourceLines


def _bytes(value: Any, what: str) -> BinaryIO:
    if not hasattr(value, "read") or isinstance(value, TextIOBase):
        raise refused(what, "a binary stream", value)
    stream: BinaryIO = value
    return stream


_puzzle = of_type((GridText, Document), "a grid or a document")


def _puzzles(value: object, what: str) -> Iterator[Puzzle]:
    item = f"an item of {what}"
    return (_puzzle(puzzle, item) for puzzle in iterated(value, what))


@checked(stream=_bytes, source=text, format=text, symbols=text, ignore_unsupported=truth, first_line=integer)
def read(
    stream: BinaryIO,
    source: str = "<stdin>",
    format: str | None = None,  # noqa: A002
    symbols: str | None = None,
    *,
    ignore_unsupported: bool = False,
    first_line: int = 1,
) -> Iterator[Puzzle]:
    """Read the puzzles of a stream one by one.

    Parameters
    ----------
    stream
        Read line by line as puzzles are asked for; a document is read as a whole.
    source
        The name of the stream in messages.
    format
        A name in `FORMATS`, or one that another package registers; None to recognise it.
    symbols
        The characters of the digits in ascending order; None to detect them (see `sudoku_cp.formats.symbols`).
    ignore_unsupported
        Whether to yield documents with content that is not supported; `Document.unsupported` lists it.
    first_line
        The number of the first line of the stream.

    Yields
    ------
    GridText or Document
        Each puzzle, as a grid of symbols or as a document with clues.

    Raises
    ------
    InputError
        If the format is unknown. While reading, at the first text that is not a puzzle or is not supported, or if there
        is no puzzle.
    """
    known = None if format is None else format_named(format)
    return _read(SourceLines(stream, source, first_line), known, symbols, ignore_unsupported)


def _read(lines: SourceLines, known: Format | None, symbols: str | None, ignore_unsupported: bool) -> Iterator[Puzzle]:
    found = known or sniffing.sniff(lines)
    said = None if known else sniffing.take_count(lines)
    number = 0
    for puzzle in small_ones_alone(found.read(lines, symbols), found, is_named=known is not None):
        number += 1
        if isinstance(puzzle, Document) and puzzle.unsupported and not ignore_unsupported:
            raise lines.error(f"not supported: {'; '.join(puzzle.unsupported)}", puzzle.line)
        if said is not None:
            refuse_small(puzzle)
        if said is not None and number > said.number:
            raise lines.error(
                f"line {said.line} announces {counted(said.number, 'puzzle')}, but there are more", puzzle.line
            )
        yield puzzle
    if not number:
        raise lines.error("no puzzle found")
    if said is not None and number < said.number:
        raise lines.error(
            f"this line announces {counted(said.number, 'puzzle')}, but the text has {number:,}", said.line
        )


@checked(stream=_bytes, source=text)
def sniff(stream: BinaryIO, source: str = "<stdin>") -> tuple[str, BinaryIO]:
    """Recognise the format of a stream.

    Parameters
    ----------
    stream
        The stream, which is read as far as recognition needs.
    source
        The name of the stream in messages.

    Returns
    -------
    tuple
        The name of the format, and the stream from its beginning.

    Raises
    ------
    InputError
        If there is no puzzle.
    """
    lines = SourceLines(stream, source)
    return sniffing.sniff(lines).name, lines.rest()


@checked(puzzles=_puzzles, format=text)
def write(puzzles: Iterable[Puzzle], format: str) -> Iterator[str]:  # noqa: A002
    """Write puzzles as text, piece by piece.

    Parameters
    ----------
    puzzles
        Grids or documents.
    format
        The name of a format that can be written.

    Yields
    ------
    str
        Pieces of the text.

    Raises
    ------
    InputError
        If the format is unknown, is read-only, or has no place for a grid of that size.
    ModelError
        If a document has more than its givens, and the format is not ``toml``.
    """
    writer = writable_format(format).write
    assert writer is not None
    return writer(puzzles)
