"""The shape of a text, found before any cell is read: what its lines, frames, separators and pieces show.

`shapes_of` returns all shapes that fit the first lines, each with its evidence and the format that reads it. Only the
number of lines, pieces and characters counts, and whether characters are digits of a grid of some size; never which
digits stand where. Where two shapes fit, recognition refuses the text and names both (`sudoku_cp.formats.sniffing`).

===================  =================================================================================================
shape                evidence
===================  =================================================================================================
``line``             a field of n² characters, n at least 4, and no row of a grid
``grid``             a line of a frame with rows below it; several pieces that are short or of equal length, or pieces
                     between vertical lines; k characters that are no square; for k = n², lines of k characters of
                     which the first k have a digit of a k×k grid that no n×n puzzle has, or k such lines, and n < 4 or
                     no digits
``pencil-marks``     n pieces on a line, n times, of which some have several characters and none more than n; no rows of
                     numbers (n at least 10, two digits a number), and no rows whose boxes are written apart
``picture``          a line with two upper corners above one that begins with a vertical line
``list``             opening brackets with a digit, a mark, ``None`` or a text behind them; n² characters in quotes
``leetcode37``       the same, and the text has one character, or nothing is behind the brackets
===================  =================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import isqrt
from typing import NamedTuple

from sudoku_cp.formats.format import Peek
from sudoku_cp.formats.grid_rows import NUMBER, are_alike
from sudoku_cp.formats.source_lines import MAX_LINE, SourceLine
from sudoku_cp.formats.symbols import LETTERS, ordinary_symbols, zero_symbols
from sudoku_cp.formats.text_lines import (
    SMALLEST,
    are_cells,
    are_marks,
    has_uprights,
    is_frame,
    is_heading,
    is_ruling,
    is_solution,
    puzzle_field,
    tokens_of,
)
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

MAX_LINES = 10_000
"""The largest number of lines examined to recognise a grid."""

_STYLE = re.compile(r"\x1b\[(\d*)m")
_TOP = re.compile(r"\s*(?:[┌┏╔╭].*[┐┓╗╮]|\+[\s+=-]*\+)\s*")
_ROW = re.compile(r"\s*[|¦│┃║]")
_DOCUMENT_KEY = re.compile(r"""\s*["'\w.-]+\s*=\s*["']""")

_NO_ROW = re.compile(r'[\[\]{}<>"=]')
"""Brackets, quotes and equal signs, as documents have them."""

_LIST = re.compile(
    r"""\s*
    (?P<name>[A-Za-z_][\w\s<>:;*&.,\[\]]*?:?=\s*|return\s+)?    # int board[9][9] =
    (?P<call>(?:new\s+)?[A-Za-z_][\w.<>]*\s*(?:\[\d*\])*\s*(?=[({])\(?\s*|(?:\[\d*\]){2}\w+\s*(?=\{))?
    (?P<open>[\[({](?:\s*[\[({|])*)\s*                           # [| in MiniZinc
    (?P<entry>["'][^"'\n]*["'](?!\s*:)|["']$|\d|None\b|null\b|nil\b|[.*_?·-](?=\s*[,\s])|\]|$)""",
    re.VERBOSE,
)
_QUOTED = re.compile(
    r"""\s*(?P<name>[A-Za-z_][\w\s<>:*&.\[\]]*?:?=\s*|return\s+)?(?P<quote>["'])(?P<cells>[^"']{16,})(?P=quote)\s*[;,]?\s*"""
)
"""A puzzle in quotes, which a name may precede."""
_ONE_CHARACTER = re.compile(r'"[^"\\]"')
_ROW_OF_TEXT = re.compile(r"""(["'])[0-9.*_?-]{4,}\1""")
_ONE_WORD = re.compile(r"[\w.-]+\s*=\s*")
SMALLEST_OF_NUMBERS = 10
"""The smallest size of grids whose digits are numbers of different lengths."""
_MOST_OPENING = 8
"""The number of lines among which the first entry of a list is."""


class Shape(NamedTuple):
    """A shape that fits a text."""

    name: str
    """The format that reads it."""
    evidence: str
    """What shows it, in words."""


def shapes_of(peek: Peek) -> tuple[Shape, ...]:
    """All shapes that fit a text.

    Parameters
    ----------
    peek
        Returns the lines of the text.

    Returns
    -------
    tuple
        The shapes; none if the text is no grid in characters, such as a document.
    """
    found = ((name, evidence_of(peek)) for name, evidence_of in _SHAPES.items())
    return tuple(Shape(name, evidence) for name, evidence in found if evidence)


def fits(name: str) -> Callable[[Peek], bool]:
    """The recognition of a format by its shape."""
    evidence_of = _SHAPES[name]
    return lambda peek: evidence_of(peek) is not None


def is_top(line: SourceLine | None) -> bool:
    """Return whether the line is the upper edge of a picture."""
    return line is not None and _TOP.fullmatch(without_styles(line.text)) is not None


def without_styles(text: str) -> str:
    """A line without the styles of a terminal."""
    return _STYLE.sub("", text)


def _picture(peek: Peek) -> str | None:
    """An upper edge with a row below it; a heading may stand above."""
    for at in range(2):
        edge, below = peek(at), peek(at + 1)
        if is_top(edge):
            text = "" if below is None else without_styles(below.text)
            has_row = is_frame(text) or _ROW.match(text) is not None
            is_drawn = has_row and _marks(lambda ahead, first=at: peek(ahead + first)) is None  # type: ignore[misc]
            return "a frame with two upper corners above a row" if is_drawn else None
        if edge is None or are_cells(puzzle_field(edge.text)[0]) or _DOCUMENT_KEY.match(edge.text):
            return None
    return None


def _line(peek: Peek) -> str | None:
    """Cells that are no row."""
    first = peek(0)
    if first is None or not are_cells(field := puzzle_field(first.text)[0]) or _grid(peek):
        return None
    return f"a line of {len(field)} characters"


def _grid(peek: Peek) -> str | None:
    """A row of a grid rather than a puzzle on one line."""
    first = peek(0)
    if first is None or len(first.text) > MAX_LINE or _picture(peek) or _list(peek) or _board(peek):
        return None  # a longer line is a document
    field, _ = puzzle_field(first.text)
    if is_ruling(first.text) and len(field) <= MAX_SIZE:
        is_grid = isqrt(len(field)) < SMALLEST or _is_row(peek, field, [field])
    elif is_frame(first.text):
        below = peek(1)
        is_grid = not is_ruling(first.text) or (below is not None and has_uprights(below.text))
    elif has_uprights(first.text):
        is_grid = len(field) <= MAX_SIZE or has_uprights(field)
    else:
        is_grid = len(field) <= MAX_SIZE and _is_row(peek, field, tokens_of(first.text))
    is_document = not is_frame(first.text) and _NO_ROW.search(first.text)
    if not is_grid or is_document or (_marks(peek) and not _may_be_rows(peek)):
        return None
    return "a line that is a row of cells, or of a frame around rows"


def _is_row(peek: Peek, field: str, tokens: list[str]) -> bool:
    if len(tokens) > 1:
        if len(tokens) < SMALLEST_OF_NUMBERS and len({len(token) for token in tokens}) > 1:
            return False
        return are_alike(tokens) and not (are_cells(field) and is_solution(tokens[1], field))
    width = len(tokens[0])
    if tokens[0].isalpha() and not set(tokens[0].upper()) <= set(LETTERS[:width] + ordinary_symbols(width)):
        return False
    return len(field) >= width and (isqrt(width) ** 2 != width or _has_rows(peek, width))


def _has_rows(peek: Peek, width: int) -> bool:
    """Return whether lines of ``width`` = n² characters are the rows of a grid rather than n×n puzzles."""
    n = isqrt(width)
    small = set(ordinary_symbols(n) + LETTERS[:n])
    large = set(ordinary_symbols(width) + LETTERS[:width]) - small
    rows, used = 0, set[str]()
    for ahead in range(MAX_LINES):
        if rows == width or (line := peek(ahead)) is None:
            break
        text = line.text.strip().upper()
        if line.is_skipped or (is_frame(text) and len(text) != width):
            continue
        if len(text) != width:
            break
        used |= set(text)
        rows += 1
        if rows > 1 and used & large:
            return True
    return rows == width and (n < 4 or not used & small)


def _marks(peek: Peek) -> str | None:
    """As many pieces on each line as there are lines, some of several characters."""
    rows = list(_pieces(peek))
    size = len(rows[0][1]) if rows else 0
    pieces = [piece for _, row in rows for piece in row]
    if not SMALLEST <= size <= MAX_SIZE or max(map(len, pieces)) == 1:
        return None
    if size > 9 and all(NUMBER.fullmatch(piece) for piece in pieces):
        return None
    are_alone = len({len(piece) for piece in pieces}) == 1
    if (are_alone and len(rows) < size) or not all(_are_candidates(piece, size) for piece in pieces):
        return None
    line, row = next((line, row) for line, row in rows if max(map(len, row)) > 1)
    return f"{size} cells on a line, and several candidates in some ({max(row, key=len)} on line {line.number})"


def may_be_marks(peek: Peek) -> bool:
    """Return whether two lines have equally many pieces, of different lengths and of the characters of cells."""
    rows = list(islice((row for _, row in _pieces(peek)), 2))
    pieces = [piece for row in rows for piece in row]
    return len(rows) == 2 and len(set(map(len, pieces))) > 1 and all(map(are_marks, pieces))


def _pieces(peek: Peek) -> Iterator[tuple[SourceLine, Sequence[str]]]:
    """The first lines with equally many pieces, at most as many lines as a line has pieces."""
    size = found = 0
    for ahead in range(2 * MAX_SIZE):
        if (size and found == size) or (line := peek(ahead)) is None:
            return
        if line.is_skipped or (not found and is_heading(line.text)):
            continue
        if len(line.text) > MAX_SIZE * (MAX_SIZE + 4):
            return
        row = tokens_of(line.text, "")
        if is_frame(line.text) and not (is_ruling(line.text) and len(row) == size):
            continue
        size = size or len(row)
        if len(row) != size or not SMALLEST <= size <= MAX_SIZE:
            return
        found += 1
        yield line, row


def _are_candidates(piece: str, size: int) -> bool:
    """Whether a piece may be the candidates of a cell: different digits of that size, or the mark of a free cell."""
    if "," in piece and size > 9:
        parts = piece.split(",")
        return len(set(parts)) == len(parts) and all(part.isdecimal() for part in parts)
    if len(piece) == 1 and piece in EMPTY_MARKS + "0":
        return True
    digits = set(piece.upper())
    alphabets = (ordinary_symbols(size), LETTERS[:size], zero_symbols(size))
    return len(digits) == len(piece) and any(digits <= set(each) for each in alphabets)


def _may_be_rows(peek: Peek) -> bool:
    """Whether pieces of one length may be the boxes of rows of a large grid as well: there are enough such lines."""
    rows = list(_pieces(peek))
    lengths = {len(piece) for _, row in rows for piece in row}
    across = len(rows[0][1]) * max(lengths)
    if len(lengths) > 1 or across > MAX_SIZE:
        return False
    number = ahead = 0
    while (line := peek(ahead)) is not None and ahead < MAX_LINES:
        ahead += 1
        number += not line.is_skipped and not is_frame(line.text)
    return number % across == 0


def _list(peek: Peek) -> str | None:
    found = _opening(peek)
    if found is None:
        return _quoted(peek)
    if _is_board(found):
        return None
    is_nested = len(re.sub(r"\s", "", found["open"])) > 1
    if found["name"] and _ONE_WORD.fullmatch(found["name"]) and "{" not in found["open"] and not found["call"]:
        is_text = found["entry"][:1] in ("'", '"')
        if not (_ROW_OF_TEXT.fullmatch(found["entry"]) if is_text else is_nested):
            return None  # a list of a document in TOML, which has neither rows of numbers nor rows as texts
    return f"a list: {found['open']}{found['entry']}…" if found["entry"] not in ("", "]") else None


def _quoted(peek: Peek) -> str | None:
    """A puzzle in quotes; behind a single word it is all of the text, as it might be a key in TOML."""
    first = peek(0)
    found = _QUOTED.fullmatch(first.text) if first is not None and len(first.text) < MAX_LINE else None
    if found is None or not are_cells(found["cells"]):
        return None
    if found["name"] and _ONE_WORD.fullmatch(found["name"]):
        if found["name"].split("=")[0].strip() == "grid":
            return None
        further = (peek(ahead) for ahead in range(1, _MOST_OPENING))
        if any(line is not None and line.text.strip() for line in further):
            return None
    return f"a text of {len(found['cells'])} characters in quotes"


def is_list(text: str) -> bool:
    """Return whether a line is a whole list.

    >>> is_list("[[1, 0], [0, 2]]"), is_list("[[1, 0],"), is_list("[candidates]")
    (True, False, False)
    """
    closed = text.rstrip(" ;,").endswith(("]", "}", ")", '"', "'")) and text.count("[") == text.count("]")
    return closed and _list(lambda ahead: None if ahead else SourceLine(1, text)) is not None


def _board(peek: Peek) -> str | None:
    found = _opening(peek)
    return "an array of texts" if found is not None and _is_board(found) else None


def _is_board(found: re.Match[str]) -> bool:
    """Whether a list is an array in JSON whose first entry is a text of one character, or which ends early."""
    is_array = not found["name"] and not found["call"] and not set(found["open"]) - {"[", " ", "\n"}
    entry = found["entry"]
    return is_array and (_ONE_CHARACTER.fullmatch(entry) is not None or entry in ("", "]", '"'))


def _opening(peek: Peek) -> re.Match[str] | None:
    """The brackets at the beginning of a list, and its first entry."""
    first = peek(0)
    if first is None or not re.match(r"\s*[A-Za-z_\[({]", first.text):
        return None
    lines = (peek(ahead) for ahead in range(_MOST_OPENING))
    return _LIST.match("\n".join(line.text[:1000] for line in lines if line is not None))


_SHAPES: Mapping[str, Callable[[Peek], str | None]] = {
    "line": _line,
    "grid": _grid,
    "leetcode37": _board,
    "list": _list,
    "pencil-marks": _marks,
    "picture": _picture,
}
