"""The rows of grids in a text, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt

from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.text_lines import (
    SEPARATORS,
    SMALLEST,
    UPRIGHTS,
    are_marks,
    has_uprights,
    inner_end,
    is_border,
    is_frame,
    is_heading,
    is_ruling,
    pieces_of,
    tokens_of,
)
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE
from sudoku_cp.model.geometry import default_box

NUMBER = re.compile(r"\d\d?|[.*_?-]")
"""A cell of a grid whose digits are numbers."""

_DIVIDER = re.compile(f"[{SEPARATORS}{UPRIGHTS}]")
_BLANKS_ALONE = re.compile(rf"[^\s{SEPARATORS}{UPRIGHTS}]\s+[^\s{SEPARATORS}{UPRIGHTS}]")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, or other entries, and their line."""

    line: SourceLine
    entries: Sequence[str]
    separators: str = SEPARATORS
    """Those between entries, in addition to white space and vertical lines."""
    is_apart: bool = False
    """Whether a blank line is above it, and a row of its grid above that."""
    before: int = 0
    """The number of cells before it on its line, where all rows stand on one."""

    def column(self, index: int) -> int:
        """The column of an entry, counted from 1."""
        pieces = pieces_of(self.line.text, self.separators)
        if len(pieces) == len(self.entries) and not self.before:
            return pieces[index][1] + 1
        return [at + 1 for piece, start in pieces for at in range(start, start + len(piece))][self.before + index]


def read_rows(
    lines: SourceLines, size: int | None = None, across: int | None = None, marks: Marks | None = None
) -> list[Row] | None:
    """Read the cells of one grid, row by row; None if there is no further grid.

    Parameters
    ----------
    size
        The number of rows; None to detect it.
    across
        The number of cells in a row, if it differs from the number of rows.
    marks
        What is known of the grids before; this grid is added.

    Raises
    ------
    InputError
        If a row has too few or too many cells, there are too few rows, or a line may be several lines.
    """
    known = Marks() if marks is None else marks
    known.begin(lines)
    if not _another(lines, known):
        return None
    rows: list[Row] = []
    like, gap, is_apart = "" if size else " like row 1", 0, False
    while size is None or len(rows) < size:
        line = lines.peek()
        is_blank = line is not None and not line.text.strip()
        gap = gap or (len(rows) if is_blank else 0)
        is_apart |= is_blank and len(rows) > 0
        if line is None or (rows and is_blank and not _may_end_band(len(rows), gap, size or 1, across)):
            raise lines.error(f"the grid has only {len(rows)} of {size} rows", rows[0].line.number if rows else None)
        next(lines)
        if line.is_skipped or known.is_frame(line):
            continue
        if (fault := inner_end(line.text)) is not None:
            raise lines.error(fault, line.number)
        tokens = tokens_of(line.text)
        if across is None and len(tokens) not in (size, width(tokens)) and len({len(token) for token in tokens}) > 1:
            raise lines.error("pieces of different lengths, and so no row of cells", line.number)
        if size is None:
            size = width(tokens)
            if size > MAX_SIZE and across is None and (whole := _all_on(line, tokens)):
                return whole
            if size > MAX_SIZE:
                raise lines.error(f"a row of {size} cells; grids have at most {MAX_SIZE}", line.number)
        wanted = across or size
        cells = tokens if len(tokens) == wanted else "".join(tokens)
        if not wanted or len(cells) != wanted:
            raise lines.error(f"row {len(rows) + 1} has {width(tokens)} cells, not {wanted}{like}", line.number)
        if len(cells) < SMALLEST and are_marks("".join(cells)) and _has_outer_blanks(line.text):
            raise lines.error("blanks do not show which cells are empty: write . for each", line.number)
        if across is None and sum(mark in line.text for mark in SEPARATORS) > 1:
            raise lines.error(f"row {len(rows) + 1} has separators of two kinds", line.number)
        if rows and has_uprights(line.text) != has_uprights(rows[0].line.text):
            raise lines.error(f"row 1 has vertical lines and row {len(rows) + 1} has none, or the reverse", line.number)
        if across is None and rows and _dividers_of(line.text) != _dividers_of(rows[0].line.text):
            raise lines.error(f"row 1 and row {len(rows) + 1} do not have the same separators", line.number)
        if known.may_be_border(line):
            raise lines.error("a row, or a line of the frame, whose mark it has?", line.number)
        rows.append(Row(line, cells, is_apart=is_apart))
        is_apart = False
        known.add(line)
    return rows


def _all_on(line: SourceLine, tokens: Sequence[str]) -> list[Row]:
    """The rows of a grid that stands on one line: n² cells, or n pieces of n; none if it is something else."""
    size = isqrt(len(cells := "".join(tokens)))
    if size * size != len(cells) or len(tokens) not in (size, len(cells)) or not are_alike(tokens):
        return []
    return [Row(line, cells[start : start + size], before=start) for start in range(0, len(cells), size)]


def _has_outer_blanks(text: str) -> bool:
    """Whether blanks that may be cells stand before or behind a row, or beside its vertical lines."""
    row = text.strip()
    if not has_uprights(row):
        return text != row
    are_framed = {row[0] in UPRIGHTS, row[-1] in UPRIGHTS}
    return len(are_framed) > 1 or "  " in row or (text != row and False in are_framed)


def _dividers_of(text: str) -> tuple[str, bool] | None:
    """The separators and vertical lines of a row, and whether some cells have blanks alone between them."""
    if not any(mark in text for mark in SEPARATORS):
        return None
    return "".join(_DIVIDER.findall(text)), bool(_BLANKS_ALONE.search(text))


def _may_end_band(rows: int, gap: int, size: int, across: int | None) -> bool:
    """Whether a blank line may follow a number of rows, where the first one followed ``gap`` rows."""
    return not rows % default_box(size, across)[0] and not rows % gap and not size % gap


class Marks:
    """The marks of empty cells that stand beside digits, which tell rows from lines of a frame.

    Those of the rows read count, or of the rows ahead if there are none, or of the grids before. Where rows have
    vertical lines, a line of marks has as many cells as they do, or it is one of the frame.

    Parameters
    ----------
    earlier
        Marks of empty cells that are usual here.
    """

    def __init__(self, earlier: Iterable[str] = ()) -> None:
        self._lines: SourceLines | None = None
        self._earlier = set(earlier)
        self._here: set[str] = set()
        self._row = self._row_before = ""
        self._borders: set[str] = set()

    def may_be_border(self, line: SourceLine) -> bool:
        """Return whether a row without digits is of the mark of borders before it, without blanks between its cells."""
        is_drawn = is_ruling(line.text) and max(map(len, tokens_of(line.text))) > 1
        return is_drawn and not self._borders.isdisjoint(tokens_of(line.text)[0])

    def begin(self, lines: SourceLines) -> None:
        """Go on to another grid of a text."""
        self._lines = lines
        self._here = set()
        self._row, self._row_before = "", self._row or self._row_before

    def add(self, line: SourceLine) -> None:
        """Add those of a row."""
        self._row = self._row or line.text
        self._here |= _marks_in(line)
        self._earlier |= self._here

    def is_frame(self, line: SourceLine) -> bool:
        """Return whether a line, which is the next one or the one before it, belongs to a frame."""
        if not is_frame(line.text):
            return False
        if not is_ruling(line.text):
            return True
        if is_border(line.text, self._row or self._row_ahead() or self._row_before):
            self._borders |= set(line.text)
            return True
        marks = self._here or self._ahead() or self._earlier
        return is_frame(line.text, marks) and (bool(marks) or max(map(len, tokens_of(line.text))) > 1)

    def _ahead(self) -> set[str]:
        assert self._lines is not None
        for ahead in range(2 * MAX_SIZE):
            line = self._lines.peek(ahead)
            if line is None or not (line.text.strip() or self._row):
                break
            if marks := _marks_in(line):
                return marks
        return set()

    def _row_ahead(self) -> str:
        assert self._lines is not None
        lines = (self._lines.peek(ahead) for ahead in range(MAX_SIZE))
        return next((line.text for line in lines if line is not None and not is_frame(line.text)), "")


def _marks_in(line: SourceLine) -> set[str]:
    if line.is_skipped or not any(mark.isalnum() for mark in line.text):
        return set()
    return {mark for mark in line.text if mark in EMPTY_MARKS}


def _another(lines: SourceLines, known: Marks) -> bool:
    """Go to the next line that belongs to a grid; return whether there is one.

    Raises
    ------
    InputError
        If there are lines of the same mark only, which may be a frame or a grid without digits.
    """
    before = None
    while (line := lines.peek()) is not None:
        if not line.is_skipped and not _is_heading(lines) and not known.is_frame(line):
            return True
        if before is not None and is_ruling(line.text) and before.text == line.text:
            raise lines.error("a frame, or a grid without digits? Empty cells are . here", before.number)
        before = next(lines)
    return False


def _is_heading(lines: SourceLines) -> bool:
    """Whether the next line is a heading, with more than a small puzzle below it."""
    line = lines.peek()
    if line is None or not is_heading(line.text):
        return False
    further = (lines.peek(ahead) for ahead in range(1, MAX_SIZE))
    below = next((each.text.strip() for each in further if each is not None and not each.is_skipped), "")
    return len(below) >= SMALLEST


def are_alike(tokens: Sequence[str]) -> bool:
    """Return whether pieces may be the cells or boxes of one row: they have one length, or are numbers.

    >>> are_alike(["53.", ".7."]), are_alike(["12", "."]), are_alike(["001", "5", "."])
    (True, True, False)
    """
    lengths = {len(token) for token in tokens}
    return len(lengths) < 2 or max(lengths) <= 2


def width(tokens: Sequence[str]) -> int:
    """The number of cells in a row, considered by itself.

    >>> width(["53.", ".7."]), width(["12"] + ["."] * 11)
    (6, 12)
    """
    if len(tokens) >= 10 and all(NUMBER.fullmatch(token) for token in tokens):
        return len(tokens)
    return sum(map(len, tokens))
