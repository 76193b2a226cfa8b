"""Finding out the format of a text by its beginning; the first line that is neither blank nor a comment tells.

* An address, a payload, or ``{``: a document of f-puzzles or, if it has cells but neither grid nor size, of SudokuPad.
* A border with two upper corners, in that line or the next one: a framed picture.
* A description of one of Simon Tatham's games.
* A jigsaw or a killer in one line.
* ``begin``: a puzzle of janko.at.
* ``[[`` and then a string or nothing, or ``[`` alone: LeetCode's JSON.
* ``key =`` or ``[table]``: a document.
* A first field of more than 36 characters: a puzzle a line.
* Frames, separators, or several tokens that are short or of equal length: whole grids.
* A single token of k characters, k not a square: whole grids, for k = n² either the first row of a k×k grid or an
  n×n puzzle. It is a row if lines of k characters follow, and a digit of a k×k grid that no n×n puzzle has occurs in
  the first k of them; or if there are k such lines, and n < 4 or they hold no digit. Else it is a puzzle a line.
"""

from __future__ import annotations

import re
from math import isqrt

from sudoku_cp.formats.addresses import is_address, kind_of
from sudoku_cp.formats.grid import is_framed, is_separator, tokens_of
from sudoku_cp.formats.janko import is_beginning
from sudoku_cp.formats.line import puzzle_field
from sudoku_cp.formats.picture import is_top
from sudoku_cp.formats.rows import puzzle_column
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.sources import looks_like_puzzle
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols
from sudoku_cp.formats.tatham import is_game
from sudoku_cp.formats.variant_line import is_variant_line
from sudoku_cp.model.sudoku import MAX_SIZE

_JSON = re.compile(r'\s*\[\s*($|\[\s*($|"|\]))')
MAX_PREAMBLE = 10_000
"""The most lines of comments before the first puzzle."""

_KEY = re.compile(r'"(cells|grid|size)"\s*:')

_TOML = re.compile(r"""\[\[?\s*["'\w]|["'\w.\s-]+=(?!=)""")


def sniff(lines: SourceLines) -> str:
    """The name of the format in which the stream's text is written; the lines stay where they are.

    Raises
    ------
    InputError
        If there are only blank lines and comments, or too many of them.
    """
    ahead = 0
    while (first := lines.peek(ahead)) is not None and first.is_skipped and ahead < MAX_PREAMBLE:
        ahead += 1
    if first is None:
        raise lines.error("no puzzle found")
    if ahead == MAX_PREAMBLE:
        raise lines.error(f"no puzzle found in the first {MAX_PREAMBLE:,} lines")
    if is_top(first):
        return "picture"
    if first.text.lstrip().startswith("{"):
        return _kind_of_object(lines, ahead)
    if is_address(first.text.strip()):
        return "f-puzzles" if kind_of(first.text.strip()) == "f-puzzles" else "sudokupad"
    if is_game(first.text):
        return "tatham"
    if is_variant_line(first.text):
        return "variant-line"
    if looks_like_puzzle(puzzle_field(first.text)[0]) and not _is_row(lines, first, ahead):
        return "line"  # answered before there is a second line
    second = lines.peek(ahead + 1)
    if is_top(second):
        return "picture"
    if is_beginning(first.text):
        return "janko"
    if _JSON.match(first.text):
        return "leetcode37"
    if _TOML.match(first.text.lstrip()):
        return "toml"
    if column := puzzle_column(first.text, "" if second is None else second.text):
        raise lines.error(f"this looks like a table: read it with --column {column}", first.number)
    return "grid" if _is_row(lines, first, ahead) else "line"


def _kind_of_object(lines: SourceLines, ahead: int) -> str:
    text = ""
    while (line := lines.peek(ahead)) is not None and len(text) < MAX_PREAMBLE:
        text += line.text
        ahead += 1
    keys = set(_KEY.findall(text))
    return "sudokupad" if "cells" in keys and not keys & {"grid", "size"} else "f-puzzles"


def _is_row(lines: SourceLines, first: SourceLine, ahead: int) -> bool:
    field, _ = puzzle_field(first.text)
    tokens = tokens_of(first.text)
    if len(field) > MAX_SIZE and not is_framed(field):
        return False
    if is_separator(first.text) or is_framed(first.text):
        return True
    if len(tokens) > 1:
        lengths = {len(token) for token in tokens}
        return max(lengths) <= 2 or len(lengths) == 1
    width = len(tokens[0])
    if len(field) < width:
        return False
    return isqrt(width) ** 2 != width or _starts_grid(lines, ahead, width)


def _starts_grid(lines: SourceLines, ahead: int, width: int) -> bool:
    """Say whether lines of ``width`` = n² characters are the rows of a grid rather than n×n puzzles."""
    n = isqrt(width)
    small = set(ordinary_symbols(n) + LETTERS[:n])
    large = set(ordinary_symbols(width) + LETTERS[:width]) - small
    rows, used = 0, set[str]()
    while rows < width and ahead < MAX_PREAMBLE + 2 * MAX_SIZE:
        line = lines.peek(ahead)
        ahead += 1
        if line is None:
            break
        text = line.text.strip().upper()
        if line.is_skipped or (is_separator(text) and len(text) != width):
            continue
        if len(text) != width:
            break
        used |= set(text)
        rows += 1
        if rows > 1 and used & large:
            return True
    return rows == width and (n < 4 or not used & small)
