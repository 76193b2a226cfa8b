"""Recognition of a text's format by its beginning.

Each format declares how it is recognised (`sudoku_cp.formats.format.Format`). All formats see the first line that is
neither blank nor a comment, and then the lines below it. The formats of other packages are asked if no built-in format
recognises a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.grid import FORMAT as GRID
from sudoku_cp.formats.line import FORMAT as LINE
from sudoku_cp.formats.registry import FORMATS, format_named
from sudoku_cp.formats.rows import puzzle_column
from sudoku_cp.formats.source_lines import SourceLine, SourceLines

MAX_PREAMBLE = 10_000
"""The largest number of comment lines before the first puzzle."""


def sniff(lines: SourceLines) -> Format:
    """Recognise the format of a stream's text without consuming its lines.

    Returns
    -------
    Format
        The format that recognises the text; otherwise the format ``line``, whose reader explains the error.

    Raises
    ------
    InputError
        If there are only blank lines and comments, or too many of them, or if the text looks like a table.
    """
    ahead = 0
    while (first := lines.peek(ahead)) is not None and first.is_skipped and ahead < MAX_PREAMBLE:
        ahead += 1
    if first is None:
        raise lines.error("no puzzle found")
    if ahead == MAX_PREAMBLE:
        raise lines.error(f"no puzzle found in the first {MAX_PREAMBLE:,} lines")

    def peek(below: int) -> SourceLine | None:
        return lines.peek(ahead + below)

    found = _recognised(reversed(tuple(FORMATS.values())), first, peek)
    if found in (GRID, None) and (column := _puzzle_column(first, peek(1))):
        raise lines.error(f"this looks like a table: read it with --column {column}", first.number)
    return found or _recognised(_installed(), first, peek) or LINE


def _recognised(formats: Iterable[Format], first: SourceLine, peek: Peek) -> Format | None:
    """The first format that recognises a text, by its first line if that is enough for any format."""
    asked = tuple(formats)
    by_line = (each for each in asked if each.starts(first.text))
    by_lines = (each for each in asked if each.recognises(peek))
    return next(chain(by_line, by_lines), None)


def _puzzle_column(first: SourceLine, second: SourceLine | None) -> str | None:
    return puzzle_column(first.text, "" if second is None else second.text)


def _installed() -> Iterator[Format]:
    from sudoku_cp.formats import installed

    return (format_named(name) for name in installed.installed_names())
