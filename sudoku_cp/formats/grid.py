"""Whole grids, a row a line, with or without spaces, separators and frames.

A cell is a character (``53..7....``, ``5 3 . | . 7 . | . . .``) or, in grids of size 10 or more, a number
(``10 12 3 .``). Lines such as ``---+---``, characters that draw frames, and lines that start with ``#`` are skipped;
so are blank lines between grids and between bands of boxes. ``-`` is an empty cell in a grid in which it stands beside
digits in a row, and ``.`` ``*`` ``_`` ``?`` do not occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import EMPTY_MARKS, SymbolReader, describe, ordinary_symbols
from sudoku_cp.model.geometry import default_box
from sudoku_cp.model.sudoku import MAX_SIZE

_UPRIGHT = re.compile(r"[|¦│┃║╎╏┆┇┊┋]")
_SEPARATOR = re.compile(r"[\s+=:\-–—\u2500-\u257f]*")
_DASHES = re.compile(r"[\s-]*-[\s-]*")
_TOKEN = re.compile(r"\S+")
_NUMBER = re.compile(r"\d\d?|[.*_?-]")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a row without white space, and where it stands."""

    text: str
    line: int
    column: int


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read whole grids.

    Raises
    ------
    InputError
        If a row has too few or too many cells, a grid too few rows, or a cell is not a digit.
    """
    return read_grids(lines, SymbolReader(symbols))


def read_grids(
    lines: SourceLines, reader: SymbolReader, size: int | None = None, dash_is_empty: bool | None = None
) -> Iterator[GridText]:
    """Read whole grids, of a known size if that is given; ``dash_is_empty`` None finds out what ``-`` means."""
    while (rows := read_rows(lines, size, dash_is_empty)) is not None:
        yield _grid(lines, reader, [cell for row in rows for cell in row], len(rows))


def read_rows(
    lines: SourceLines, size: int | None = None, dash_is_empty: bool | None = None
) -> list[list[Token]] | None:
    """Read the cells of one grid, row by row; None if there is no further grid.

    Raises
    ------
    InputError
        If a row has too few or too many cells, or there are too few rows.
    """
    if not _another(lines, bool(dash_is_empty)):
        return None
    if dash_is_empty is None:
        dash_is_empty = _dash_is_empty(lines)
    rows: list[list[Token]] = []
    while size is None or len(rows) < size:
        line = lines.peek()
        if line is None or (rows and not line.text.strip() and len(rows) % default_box(size or 1)[0]):
            raise lines.error(f"the grid has only {len(rows)} of {size} rows", rows[0][0].line if rows else None)
        next(lines)
        if is_skipped(line.text) or is_separator(line.text, dash_is_empty):
            continue
        tokens = tokens_of(line)
        if size is None:
            size = width(tokens)
            if size > MAX_SIZE:
                raise lines.error(f"a row of {size} cells; grids have at most {MAX_SIZE}", line.number)
        cells = tokens if len(tokens) == size else [cell for token in tokens for cell in _characters(token)]
        if len(cells) != size:
            raise lines.error(f"row {len(rows) + 1} has {width(tokens)} cells, not {size}", line.number)
        rows.append(cells)
    return rows


def _another(lines: SourceLines, dash_is_empty: bool) -> bool:
    """Go to the next line that may belong to a grid; say whether there is one.

    Lines of dashes may be the bottom of a frame or the first rows of a grid; what follows tells.
    """
    ahead = 0
    while (line := lines.peek(ahead)) is not None:
        if not is_separator(line.text, dash_is_empty) and not is_skipped(line.text):
            return True
        if _DASHES.fullmatch(line.text) and ahead < MAX_SIZE:
            ahead += 1
        else:
            for _ in range(ahead + 1):
                next(lines)
            ahead = 0
    return False


def is_skipped(text: str) -> bool:
    """Say whether a line is blank or a comment."""
    return not text or text.isspace() or text.lstrip().startswith("#")


def is_separator(text: str, dash_is_empty: bool = False) -> bool:
    """Say whether a line only divides bands of boxes."""
    inside = _UPRIGHT.sub(" ", text)
    return bool(_SEPARATOR.fullmatch(inside)) and not (dash_is_empty and _DASHES.fullmatch(inside))


def is_framed(text: str) -> bool:
    """Say whether a text has upright lines of a frame."""
    return bool(_UPRIGHT.search(text))


def _dash_is_empty(lines: SourceLines) -> bool:
    for ahead in range(2 * MAX_SIZE):
        line = lines.peek(ahead)
        if line is None or not line.text.strip() or any(mark in line.text for mark in ".*_?"):
            return False
        if "-" in line.text and any(character.isalnum() for character in line.text):
            return True
    return False


def tokens_of(line: SourceLine) -> list[Token]:
    """The pieces of a row between white space and frames."""
    pieces = _TOKEN.finditer(_UPRIGHT.sub(" ", line.text))
    return [Token(piece[0], line.number, piece.start() + 1) for piece in pieces]


def _characters(token: Token) -> list[Token]:
    return [Token(text, token.line, token.column + offset) for offset, text in enumerate(token.text)]


def width(tokens: list[Token]) -> int:
    """How many cells a row has, taken by itself.

    >>> width([Token("53.", 1, 1), Token(".7.", 1, 5)]), width([Token("12", 1, 1)] + [Token(".", 1, 4)] * 11)
    (6, 12)
    """
    if len(tokens) >= 10 and all(_NUMBER.fullmatch(token.text) for token in tokens):
        return len(tokens)
    return sum(len(token.text) for token in tokens)


def _grid(lines: SourceLines, reader: SymbolReader, cells: list[Token], size: int) -> GridText:
    if all(len(cell.text) == 1 for cell in cells):
        text = "".join([cell.text for cell in cells])
        return reader.grid(text, size, lines.source, lambda index: (cells[index].line, cells[index].column))
    for cell in cells:
        if cell.text not in EMPTY_MARKS and not (cell.text.isdecimal() and 0 <= int(cell.text) <= size):
            digits = f"number of 1–{size}" if size > 9 else f"digit of {describe(ordinary_symbols(size))}"
            raise lines.error(f"{cell.text!r} is not a {digits}; use . for an empty cell", cell.line, cell.column)
    ranks = tuple(0 if cell.text in EMPTY_MARKS else int(cell.text) for cell in cells)
    return GridText(ranks, size, ordinary_symbols(size), lines.source, cells[0].line)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write whole grids with boxes drawn by ``|`` and ``---+---``, and a blank line between grids."""
    for number, grid in enumerate(grids):
        yield ("\n" if number else "") + picture(grid)


def picture(grid: GridText) -> str:
    """The lines of one grid.

    >>> print(picture(GridText((1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1), 4, "1234", "", 1)), end="")
    1 2 | . .
    . . | 1 2
    ----+----
    2 1 | . .
    . . | 2 1
    """
    height, box_width = default_box(grid.size)
    if 1 in (height, box_width):
        height, box_width = grid.size, grid.size
    marks = "." + grid.symbols
    rule = "+".join(
        "-" * (2 * box_width + (0 < start < grid.size - box_width)) for start in range(0, grid.size, box_width)
    )
    text = ""
    for number, row in enumerate(grid.rows):
        if number and number % height == 0:
            text += rule + "\n"
        characters = [marks[rank] for rank in row]
        boxes = (characters[start : start + box_width] for start in range(0, grid.size, box_width))
        text += " | ".join(" ".join(box) for box in boxes) + "\n"
    return text
