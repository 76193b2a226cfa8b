"""What a line of a text is: a line of a frame, a row of cells, or fields of which one is a puzzle.

All readers of text ask here, so that a line has the same meaning for each of them:

* A line of a frame has no digits, and marks that draw frames. A line of a single such mark (``-`` ``*`` ``_``) is a row
  of empty cells only in a grid that has this mark beside digits.
* A row has cells between white space, vertical lines and separators (``,`` ``;`` ``:``). Where a separator is used, a
  cell may be blank.
* A field before a separator is a puzzle if nothing that looks like another puzzle follows it. Its solution may follow,
  and a number may precede it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import isqrt

from sudoku_cp.model.board import EMPTY_MARKS

SMALLEST = 4
"""The smallest size that is recognised: a smaller puzzle is all of the input, or its format is named."""

FIELD = SMALLEST * SMALLEST
"""The smallest number of characters that look like a puzzle."""

RULING_MARKS = "-*_"
"""The marks of empty cells that draw frames, too."""

UPRIGHTS = "|¦│┃║╎╏┆┇┊┋"
"""Vertical lines of frames."""

_UPRIGHT = re.compile(f"[{UPRIGHTS}]")
_FRAME = re.compile(r"[\s+=:\-–—*_.'`~|¦\u2500-\u257f]*")
_FULL_STOP = "."
SEPARATORS = ",;:"
"""What may stand between the cells of a row, in addition to white space and vertical lines."""

_INNER_END = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
_TOKEN = re.compile(r"\S+")
_SMALL_CELLS = re.compile(r"[0-9.*_?-]+")
_CELLS = re.compile(r"[0-9A-Za-z.*_?-]+")
FIELDS = re.compile(r"[^\s:,;|/]+")
"""What stands between the separators of a line."""

_FIRST = re.compile(r"[^\s:,;]*")
_NUMBER = re.compile(r"\s{0,8}\d{1,9}(?: ?[:)] {0,3}|\.? {1,3})(?=\S)")
_HEADING = re.compile(r"\s*[^\W\d_]{3,}(?:\.?[ \t]+[^\W\d_]+){0,3}\.?(?:[ \t]+#?|#)\d{1,9}\s*[:.]?\s*")
_INTRODUCTION = re.compile(r"\s*[^\W\d_]{4,}:\s*|\s*[^\W\d_]+(?:[ \t]+[^\W\d_]+){1,6}:\s*")
_LONGEST_HEADING = 80
_NO_MARK = " "
"""The entry of a place that is blank where blanks do not show which cells are empty; no digit is written like this."""


def inner_end(text: str) -> str | None:
    r"""What is wrong with a line that has a mark inside it which ends lines elsewhere: a second puzzle might follow it.

    The marks are form feeds, vertical tabs, separators of files and groups, NEL, U+2028 and U+2029.

    >>> inner_end("1...............\x0c")
    >>> inner_end("1...............\x0c2...............")
    'U+000C inside a line: lines end with LF, CR LF or CR'
    """
    found = None if text.isprintable() else _INNER_END.search(text.strip())
    return None if found is None else f"U+{ord(found[0]):04X} inside a line: lines end with LF, CR LF or CR"


def has_uprights(text: str) -> bool:
    """Return whether a text has vertical lines of a frame."""
    return bool(_UPRIGHT.search(text))


def is_frame(text: str, marks: Collection[str] = ()) -> bool:
    """Return whether a line is blank or belongs to a frame; not one with vertical lines and nothing between them.

    Parameters
    ----------
    text
        The line.
    marks
        The marks of empty cells beside the digits of the grid; a line of nothing else is a row.

    >>> is_frame("*-------*"), is_frame("---+---"), is_frame("-" * 9), is_frame(". . | . ."), is_frame(".:.:.:.")
    (True, True, True, False, False)
    >>> is_frame("-" * 9, "-")
    False
    """
    if not _FRAME.fullmatch(text):
        return False
    used = _drawn(text)
    return not used <= {_FULL_STOP, *marks} if used else not has_uprights(text)


def is_ruling(text: str) -> bool:
    """Return whether a line has a single mark that may be a frame or a row of empty cells."""
    return len(used := _drawn(text)) == 1 and used <= set(RULING_MARKS)


def is_border(text: str, row: str) -> bool:
    """Return whether a line of one mark belongs to the frame around a row: it lacks vertical lines, or other cells.

    Parameters
    ----------
    text
        The line.
    row
        A row of the grid; no line is a border of one without vertical lines.

    >>> is_border("_______", "|__1|"), is_border("|_____|", "| _ _ 1 |"), is_border("|___|", "|__1|")
    (True, True, False)
    """
    if not has_uprights(row):
        return False
    return not has_uprights(text) or len("".join(tokens_of(text))) != len("".join(tokens_of(row)))


def _drawn(text: str) -> set[str]:
    """The marks of a line that may be a frame, except vertical lines and colons, which stand between cells, too."""
    return {mark for mark in text if mark != ":" and not mark.isspace() and not _UPRIGHT.match(mark)}


def is_heading(text: str) -> bool:
    """Return whether a line is a word or more with a number or a colon behind them, such as the heading of a grid.

    >>> is_heading("Grid 01"), is_heading("Sudoku Nr. 7:"), is_heading("P1"), is_heading("ABCD 1234")
    (True, True, False, True)
    >>> is_heading("Here is the puzzle:"), is_heading("3x3:")
    (True, False)
    """
    if len(text) >= _LONGEST_HEADING:
        return False
    return _HEADING.fullmatch(text) is not None or _INTRODUCTION.fullmatch(text) is not None


def tokens_of(text: str, separators: str = SEPARATORS) -> list[str]:
    """The pieces of a row between white space, vertical lines and separators.

    >>> tokens_of("| 53. | .7. |"), tokens_of("5,3,,,7")
    (['53.', '.7.'], ['5', '3', '.', '.', '7'])
    """
    if not _divider(separators).search(text) and "\t" not in text:
        return text.split()
    return [token for token, _ in pieces_of(text, separators)]


def pieces_of(text: str, separators: str = SEPARATORS) -> list[tuple[str, int]]:
    """The pieces of a row, each with its place from 0; see `tokens_of`."""
    if "\t" in text and separators and (cells := _between_tabs(text)):
        return cells
    dividers = list(_divider(separators).finditer(text))
    fields = _fields(text, [found.span() for found in dividers])
    pieces = [[(found[0], start + found.start()) for found in _TOKEN.finditer(field)] for field, start in fields]
    is_table = len({found[0] for found in dividers}) == 1 and all(
        len(inside) < 2 and all(len(piece) < 3 for piece, _ in inside) for inside in pieces
    )
    if has_uprights(text):
        is_table &= _are_equal_places(text, [field for field, _ in fields])
    else:
        is_table &= all(field for field, _ in fields) or text.split() == [text.strip()]
    is_table &= not any(piece in EMPTY_MARKS for inside in pieces for piece, _ in inside)
    blank = _FULL_STOP if is_table else _NO_MARK
    return [piece for inside, (_, start) in zip(pieces, fields, strict=True) for piece in inside or [(blank, start)]]


def _between_tabs(text: str) -> list[tuple[str, int]]:
    """The cells of a row of a spreadsheet, of which some are blank; none if it is something else."""
    fields = text.split("\t")
    marks = {field.strip() for field in fields}
    is_table = len(fields) >= SMALLEST and "" in marks and _divider(SEPARATORS).search(text) is None
    if not is_table or not marks.isdisjoint(EMPTY_MARKS) or any(len(mark) > 2 or " " in mark for mark in marks):
        return []
    found, start = [], 0
    for field in fields:
        found.append((field.strip() or _FULL_STOP, start + len(field) - len(field.lstrip())))
        start += len(field) + 1
    return found


def _are_equal_places(text: str, fields: Sequence[str]) -> bool:
    """Whether vertical lines stand on both sides of each cell: all places have one width, digits in the middle.

    >>> _are_equal_places("| 1 |   | 3 |   |", [" 1 ", "   ", " 3 ", "   "]), _are_equal_places("|1 2|", ["1 2"])
    (True, False)
    """
    row, width = text.strip(), len(fields[0]) if fields else 0
    is_framed = row[0] in UPRIGHTS and row[-1] in UPRIGHTS and len(fields) >= SMALLEST and width in (1, 3)
    return is_framed and all(
        len(field) == width and (field.isspace() or field[width // 2] == field.strip()) for field in fields
    )


@lru_cache(maxsize=4)
def _divider(separators: str) -> re.Pattern[str]:
    return re.compile(f"[{separators}]|{_UPRIGHT.pattern}" if separators else _UPRIGHT.pattern)


def _fields(text: str, dividers: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
    """What stands between dividers, but not outside the first and the last vertical line."""
    starts, ends = [0, *(end for _, end in dividers)], [*(start for start, _ in dividers), len(text)]
    fields = [(text[start:end], start) for start, end in zip(starts, ends, strict=True)]
    if has_uprights(text):
        first, last = (1 if not fields[0][0].strip() else 0), (-1 if not fields[-1][0].strip() else None)
        return fields[first:last]
    return fields


def are_cells(text: str) -> bool:
    """Return whether a text has the length and the characters of a puzzle; small ones have the first letters only.

    >>> are_cells("1..............."), are_cells("word" * 4), are_cells("1..."), are_cells("-" * 16)
    (True, False, False, False)
    """
    size = isqrt(len(text))
    if size < SMALLEST or size * size != len(text):
        return False
    return _cells_of(size).fullmatch(text) is not None and not is_frame(text)


@lru_cache(maxsize=16)
def _cells_of(size: int) -> re.Pattern[str]:
    return re.compile(f"[0-9{'ABCDEFGH'[:size]}.*_?-]+") if size < 9 else _CELLS


def are_marks(text: str) -> bool:
    """Return whether a text has the characters of cells, whatever its length."""
    return _CELLS.fullmatch(text) is not None


def puzzle_field(text: str) -> tuple[str, int]:
    """The characters of the puzzle in a line, and the column of the first.

    >>> puzzle_field(" 1...............:7"), puzzle_field("12: 1...............")
    (('1...............', 2), ('1...............', 5))
    """
    start = len(text) - len(text.lstrip())
    if (number := _NUMBER.match(text)) and _is_long(field := _first(text, number.end())):
        return field, number.end() + 1
    return _first(text, start), start + 1


def _is_long(field: str) -> bool:
    """Whether a field has the length and the characters of a puzzle of any size, or of a row of a large one."""
    return len(field) >= FIELD and isqrt(len(field)) ** 2 == len(field) and _CELLS.fullmatch(field) is not None


def _first(text: str, start: int) -> str:
    found = _FIRST.match(text, start)
    assert found is not None
    return found[0]


def other_puzzle(text: str, cells: str, column: int) -> str | None:
    """What follows a puzzle in its line and looks like another one; None if nothing does.

    Parameters
    ----------
    text
        The line.
    cells, column
        The puzzle in it; see `puzzle_field`.

    >>> puzzle = "12..34..2...4..."
    >>> other_puzzle(f"{puzzle}:1:1234341221434321 hard", puzzle, 1)
    >>> other_puzzle(f"{puzzle} 1...............", puzzle, 1), other_puzzle("1,2,.,.", "1", 1)
    ('1...............', '2')
    >>> other_puzzle("1 # a comment", "1", 1)
    """
    rest = text[column - 1 + len(cells) :]
    if not rest.strip():
        return None
    fields: Sequence[str] = FIELDS.findall(rest)
    if len(cells) < FIELD:
        return next((field for field in fields if _may_be_cell(cells) and not rest.lstrip().startswith("#")), None)
    is_numbered = bool(text[: column - 1].strip())
    return next((field for field in fields if _is_other(field, cells, is_numbered)), None)


def _may_be_cell(field: str) -> bool:
    return len(field) == 1 or _SMALL_CELLS.fullmatch(field) is not None


def _is_other(field: str, cells: str, is_numbered: bool) -> bool:
    if not are_cells(field):
        return False
    if len(field) < len(cells):
        return is_numbered or sum(map(field.count, EMPTY_MARKS)) > 1
    return len(field) > len(cells) or not is_solution(field, cells)


def is_solution(field: str, cells: str) -> bool:
    """Return whether a text has a digit for each cell, and those of a puzzle.

    >>> is_solution("1234341221434321", "12..34..2...4..."), is_solution("1234341221434321", "2...............")
    (True, False)
    """
    if len(field) != len(cells) or any(mark in field for mark in EMPTY_MARKS):
        return False
    if "0" in field and len(cells) < 100:
        return False
    empty = EMPTY_MARKS + "0"
    return all(here == there or there in empty for here, there in zip(field.upper(), cells.upper(), strict=True))
