"""The rows of grids in a text: tokens between white space, separators and frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.sudoku import MAX_SIZE

_UPRIGHT = re.compile(r"[|¦│┃║╎╏┆┇┊┋]")
_SEPARATOR = re.compile(r"[\s+=:\-–—\u2500-\u257f]*")
_DASHES = re.compile(r"[\s-]*-[\s-]*")
_TOKEN = re.compile(r"\S+")
NUMBER = re.compile(r"\d\d?|[.*_?-]")
"""A cell of a grid whose digits are numbers."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, or other entries, and their line."""

    line: SourceLine
    entries: Sequence[str]

    def column(self, index: int) -> int:
        """The line and column of an entry, counted from 1."""
        pieces = list(_TOKEN.finditer(_without_frame(self.line.text)))
        if len(pieces) == len(self.entries):
            return pieces[index].start() + 1
        return [at + 1 for piece in pieces for at in range(*piece.span())][index]


def read_rows(
    lines: SourceLines, size: int | None = None, dash_is_empty: bool | None = None, across: int | None = None
) -> list[Row] | None:
    """Read the cells of one grid, row by row; None if there is no further grid.

    Parameters
    ----------
    size
        The number of rows; None to detect it.
    across
        The number of cells in a row, if it differs from the number of rows.

    Raises
    ------
    InputError
        If a row has too few or too many cells, or there are too few rows.
    """
    if not _another(lines, bool(dash_is_empty)):
        return None
    if dash_is_empty is None:
        dash_is_empty = _dash_is_empty(lines)
    rows: list[Row] = []
    like = "" if size else " like row 1"
    while size is None or len(rows) < size:
        line = lines.peek()
        if line is None or (rows and not line.text.strip() and len(rows) % default_box(size or 1, across)[0]):
            raise lines.error(f"the grid has only {len(rows)} of {size} rows", rows[0].line.number if rows else None)
        next(lines)
        if line.is_skipped or is_separator(line.text, dash_is_empty):
            continue
        tokens = tokens_of(line.text)
        if size is None:
            size = width(tokens)
            if size > MAX_SIZE:
                raise lines.error(f"a row of {size} cells; grids have at most {MAX_SIZE}", line.number)
        wanted = across or size
        cells = tokens if len(tokens) == wanted else "".join(tokens)
        if len(cells) != wanted:
            raise lines.error(f"row {len(rows) + 1} has {width(tokens)} cells, not {wanted}{like}", line.number)
        rows.append(Row(line, cells))
    return rows


def _without_frame(text: str) -> str:
    return text if text.isascii() and "|" not in text else _UPRIGHT.sub(" ", text)


def _another(lines: SourceLines, dash_is_empty: bool) -> bool:
    """Go to the next line that may belong to a grid; return whether there is one.

    Lines of dashes may be the bottom of a frame or the first rows of a grid; the lines below decide.
    """
    ahead = 0
    while (line := lines.peek(ahead)) is not None:
        if not is_separator(line.text, dash_is_empty) and not line.is_skipped:
            return True
        if _DASHES.fullmatch(line.text) and ahead < MAX_SIZE:
            ahead += 1
        else:
            for _ in range(ahead + 1):
                next(lines)
            ahead = 0
    return False


def is_separator(text: str, dash_is_empty: bool = False) -> bool:
    """Return whether a line only separates bands of boxes."""
    inside = _without_frame(text)
    return bool(_SEPARATOR.fullmatch(inside)) and not (dash_is_empty and _DASHES.fullmatch(inside))


def is_framed(text: str) -> bool:
    """Return whether a text has vertical lines of a frame."""
    return bool(_UPRIGHT.search(text))


def _dash_is_empty(lines: SourceLines) -> bool:
    for ahead in range(2 * MAX_SIZE):
        line = lines.peek(ahead)
        if line is None or not line.text.strip() or any(mark in line.text for mark in ".*_?"):
            return False
        if "-" in line.text and any(character.isalnum() for character in line.text):
            return True
    return False


def tokens_of(text: str) -> list[str]:
    """The pieces of a row between white space and frames."""
    return _without_frame(text).split()


def width(tokens: Sequence[str]) -> int:
    """The number of cells in a row, considered by itself.

    >>> width(["53.", ".7."]), width(["12"] + ["."] * 11)
    (6, 12)
    """
    if len(tokens) >= 10 and all(NUMBER.fullmatch(token) for token in tokens):
        return len(tokens)
    return sum(map(len, tokens))
