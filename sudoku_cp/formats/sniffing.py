"""Recognition of a text's format by its beginning.

Each format declares how it is recognised (`sudoku_cp.formats.format.Format`): grids in characters by their shape
(`sudoku_cp.formats.shapes`), other texts by what only they begin with. All formats see the first line that is neither
blank nor a comment, nor the number of puzzles, nor a heading, and then the lines below it. A text that two formats
recognise is refused. The formats of other packages are asked if no built-in format recognises a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.doubtful_rows import size_of_either
from sudoku_cp.formats.format import Format, Peek
from sudoku_cp.formats.grid import FORMAT as GRID
from sudoku_cp.formats.grid_rows import width
from sudoku_cp.formats.line import FORMAT as LINE
from sudoku_cp.formats.registry import FORMATS, format_named, installed_names
from sudoku_cp.formats.rows import puzzle_column
from sudoku_cp.formats.shapes import shapes_of
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.text_lines import SMALLEST, are_cells, is_heading, puzzle_field, tokens_of

MAX_PREAMBLE = 10_000
"""The largest number of comment lines before the first puzzle."""

MOST_UNKNOWN = 5
"""The number of lines that no format recognises below which rows of a large grid are not taken for puzzles."""

MAX_DIGITS = 8
"""One more than the digits of the largest number of puzzles that a first line says."""


def sniff(lines: SourceLines) -> Format:
    """Recognise the format of a stream's text without consuming its lines.

    Returns
    -------
    Format
        The format that recognises the text; otherwise the format ``line``, whose reader explains the error.

    Raises
    ------
    InputError
        If there are only blank lines and comments, or too many of them, or if the text looks like a table, or like
        texts of two formats.
    """
    ahead, first = _start(lines)

    def peek(below: int) -> SourceLine | None:
        return lines.peek(ahead + below)

    def below_first(below: int, first: int = 1) -> SourceLine | None:
        return peek(below + first)

    found = _recognised(FORMATS.values(), lines, first, peek)
    if not found and (explained := next((each for each in FORMATS.values() if each.explains(peek)), None)):
        return _recognised(_installed(), lines, first, peek) or explained
    if found in (GRID, None) and (column := _puzzle_column(first, peek(1))):
        raise lines.error(f"this looks like a table: read it with --column {column}", first.number)
    size = size_of_either(peek, are_rows=found is GRID) if found in (GRID, LINE, None) else None
    if not size and found is None:
        below_each = (partial(below_first, first=further) for further in range(1, MOST_UNKNOWN))
        size = next(filter(None, (size_of_either(below, are_rows=False) for below in below_each)), None)
    if size:
        either = f"rows of {size**2}×{size**2} or puzzles of {size}×{size}, one on each line"
        raise lines.error(f"{either}: choose by --input-format grid or line", first.number)
    found = found or _recognised(_installed(), lines, first, peek)
    return found or (GRID if GRID.recognises(below_first) else LINE)


def takers(lines: SourceLines) -> list[Format]:
    """The built-in formats that recognise a text; recognition refuses it if they are several."""
    ahead, first = _start(lines)
    return _takers(FORMATS.values(), first, lambda below: lines.peek(ahead + below))


def _start(lines: SourceLines) -> tuple[int, SourceLine]:
    """What `_first` returns for the text behind the number of puzzles and a heading."""
    ahead, first = _first(lines)
    ahead, first = _below_count(lines, ahead, first) or (ahead, first)
    below = _below(lines, ahead) if is_heading(first.text) else None
    return (ahead, first) if below is None or _cells(below[1].text) < SMALLEST else below


def _first(lines: SourceLines, ahead: int = 0) -> tuple[int, SourceLine]:
    """The number of lines before the first one that is neither blank nor a comment, and that line.

    Raises
    ------
    InputError
        If there is none.
    """
    while (first := lines.peek(ahead)) is not None and first.is_skipped and ahead < MAX_PREAMBLE:
        ahead += 1
    if first is None:
        raise lines.error("no puzzle found")
    if ahead == MAX_PREAMBLE:
        raise lines.error(f"no puzzle found in the first {MAX_PREAMBLE:,} lines")
    return ahead, first


@dataclass(frozen=True, slots=True)
class Count:
    """The number of puzzles that the first line of a text says."""

    number: int
    line: int


def take_count(lines: SourceLines) -> Count | None:
    """Read the number of puzzles in the first line, if the text begins with one."""
    ahead, first = _first(lines)
    if _below_count(lines, ahead, first) is None:
        return None
    for _ in range(ahead + 1):
        next(lines)
    return Count(int(first.text), first.number)


def _below_count(lines: SourceLines, ahead: int, first: SourceLine) -> tuple[int, SourceLine] | None:
    """What `_first` returns for the text below a line that is a number, if the next line is longer cells."""
    number = first.text.strip()
    if not (number.isascii() and number.isdigit() and int(number) and len(number) < MAX_DIGITS):
        return None
    if (below := _below(lines, ahead)) is None:
        return None
    return below if max(SMALLEST, len(number) + 1) <= _cells(below[1].text) else None


def _cells(text: str) -> int:
    """The number of cells in a line, if it is a puzzle or a row."""
    field, _ = puzzle_field(text)
    return len(field) if are_cells(field) else width(tokens_of(text))


def _below(lines: SourceLines, ahead: int) -> tuple[int, SourceLine] | None:
    """What `_first` returns for the text below a line; None if there is nothing."""
    try:
        return _first(lines, ahead + 1)
    except InputError:
        return None


def _takers(formats: Iterable[Format], first: SourceLine, peek: Peek) -> list[Format]:
    asked = tuple(formats)
    return [each for each in asked if each.starts(first.text)] or [each for each in asked if each.recognises(peek)]


def _recognised(formats: Iterable[Format], lines: SourceLines, first: SourceLine, peek: Peek) -> Format | None:
    """The format that recognises a text, by its first line if that is enough for any format.

    Raises
    ------
    InputError
        If two formats recognise it.
    """
    usual = _takers(formats, first, peek)
    if len(usual) < 2:
        return next(iter(usual), None)
    evidence = {shape.name: f" ({shape.evidence})" for shape in shapes_of(peek)}
    names = " and ".join(f"{each.name}{evidence.get(each.name, '')}" for each in usual)
    choice = " or ".join(each.name for each in usual)
    raise lines.error(f"this fits two formats, {names}: choose by --input-format {choice}", first.number)


def _puzzle_column(first: SourceLine, second: SourceLine | None) -> str | None:
    return puzzle_column(first.text, "" if second is None else second.text)


def _installed() -> Iterator[Format]:
    return (format_named(name) for name in installed_names())
