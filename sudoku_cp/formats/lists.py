"""Lists of numbers or texts as programs print them: JSON, Python, C and other languages, and NumPy arrays.

``[[0, 0, 9, …], …]``, ``{{0,0,9,…},…};``, ``array([[0, 0, 9, …], …])`` and ``[[0 0 9 …] …]`` are grids of numbers;
0, ``null``, ``None``, ``""`` and the marks of empty cells are empty cells. A name may precede a list, as in
``int grid[9][9] = {``. A list has n rows of n cells, n² cells, n rows of n characters, or several of these; rows may
also be lists of their own, one after the other. Lists of one-character texts in JSON are those of
`sudoku_cp.formats.leetcode37`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from math import isqrt

from sudoku_cp._base.text import in_one_line
from sudoku_cp.formats.format import Format
from sudoku_cp.formats.grid import number_grid
from sudoku_cp.formats.shapes import fits, is_list
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.formats.text_lines import SMALLEST
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

MOST_CELLS = 1 << 20
"""The largest number of cells in one list."""

_DEEPEST = 4
_PIECE = re.compile(
    r"""(?P<between>[\s,;|]+)|(?P<open>[\[{(])|(?P<close>[\]})])|(?P<text>"[^"\\]*"|'[^'\\]*')|(?P<word>[^\s,;()\[\]{}"']+)"""
)
_NAME = re.compile(r"[A-Za-z_][\w\s<>:;*&.,\[\]]*?:?=\s*|return\s+")
_CALL = re.compile(r"(?:new\s+)?(?:[A-Za-z_][\w.<>]*\s*(?:\[\d*\])*\s*|(?:\[\d*\]){2}\w+\s*)(?=[({])")
_NOTHING = {"None", "null", "nil", "NULL", ""}
_NUMBER = re.compile(r"(\d{1,2})(?:\.0*)?")
_SETTING = re.compile(r"dtype=.*|[a-z]+\d*")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read the grids of lists.

    Raises
    ------
    InputError
        If brackets do not match, lists have different lengths or are no grids, or an entry is no digit.
    """
    reader = SymbolReader(symbols)
    rows: list[_List] = []
    for found in _lists(lines):
        if rows and found.lengths != rows[0].lengths:
            yield from _unfinished(lines, rows, reader)
            rows = []
        across = found.lengths[0]
        if len(found.lengths) > 1 or found.width > 1 or across > MAX_SIZE:
            yield from _grids(lines, found, reader)
            continue
        rows.append(found)
        if len(rows) == across:
            yield _of_rows(lines, rows, reader)
            rows = []
    if rows:
        yield from _unfinished(lines, rows, reader)


def _unfinished(lines: SourceLines, rows: Sequence[_List], reader: SymbolReader) -> Iterator[GridText]:
    """The grids of lists that are too few to be the rows of one, and may be whole grids instead."""
    size = rows[0].lengths[0]
    if not _is_whole(size):
        raise lines.error(f"a list of {size} cells is a row, and there are {len(rows)} of {size}", rows[0].line)
    for found in rows:
        yield from _grids(lines, found, reader)


def _is_whole(cells: int) -> bool:
    """Whether a number of cells may be a whole grid."""
    size = isqrt(cells)
    return size * size == cells and size >= SMALLEST


class _List:
    """A list without its brackets: its entries one after the other, and the lengths of the lists at each depth."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.entries: list[str] = []
        self.places = array("Q")
        self.lengths: list[int] = []
        self.width = 0
        """The number of characters in each text; 1 for numbers."""
        self.is_text = False

    def place(self, index: int) -> tuple[int, int]:
        """The line and the column of an entry."""
        return self.places[index] >> 24, self.places[index] & 0xFFFFFF


def _lists(lines: SourceLines) -> Iterator[_List]:
    """The lists of a text, one by one."""
    found: _List | None = None
    counts: list[int] = []  # of the lists that are open; -1 for the bracket of a call
    known: dict[str, str] = {}
    for line in lines:
        if line.is_skipped:
            continue
        at = 0
        while at < len(line.text):
            if not counts:
                at = _before(line.text, at)
            is_call = (call := _CALL.match(line.text, at)) is not None
            at = call.end() if call is not None else at
            piece = _PIECE.match(line.text, at)
            if piece is None:
                if at == len(line.text):
                    break
                raise lines.error("a quote without another one", line.number, at + 1)
            place, at = piece.start(), piece.end()
            kind, text = piece.lastgroup, piece[0]
            if kind == "text" and not counts:
                yield _alone(line, text[1:-1], place + 2)
            elif kind == "open":
                found = found or _List(line.number)
                counts.append(-1 if is_call and text == "(" else 0)
                if len(counts) > _DEEPEST + 2:
                    raise lines.error("lists nested too deeply for grids", line.number, place + 1)
            elif kind == "close":
                if found is None or not counts:
                    raise lines.error(f"{text} without an opening bracket", line.number, place + 1)
                _close(lines, found, counts, line, place)
                if not counts or set(counts) == {-1}:
                    if found.entries:
                        yield _checked(lines, found)
                    found = _List(line.number) if counts else None
            elif kind != "between":
                if found is None or not counts or counts[-1] < 0:
                    if kind == "word" and _SETTING.fullmatch(text):
                        continue
                    raise lines.error(f"{in_one_line(text)!r} outside a list", line.number, place + 1)
                _add(lines, found, counts, known, (kind or "", text), (line, place))
    if counts:
        raise lines.error("a list without its last bracket", found.line if found is not None else None)


def _alone(line: SourceLine, text: str, column: int) -> _List:
    """A text without brackets as a list of one."""
    found = _List(line.number)
    found.entries, found.lengths, found.width, found.is_text = [text], [1], len(text), True
    found.places.append(line.number << 24 | column)
    return found


def _before(text: str, at: int) -> int:
    """The place behind a name that a list is assigned to."""
    start = len(text) - len(text[at:].lstrip())
    name = _NAME.match(text, start)
    return start if name is None else name.end()


def _close(lines: SourceLines, found: _List, counts: list[int], line: SourceLine, place: int) -> None:
    count, depth = counts.pop(), sum(count >= 0 for count in counts)
    if count < 0:
        return
    while len(found.lengths) <= depth:
        found.lengths.append(-1)
    if found.lengths[depth] < 0 or not found.entries:
        found.lengths[depth] = count
    elif found.lengths[depth] != count:
        message = f"a list of {count} entries, and one before it has {found.lengths[depth]}"
        raise lines.error(message, line.number, place + 1)
    if any(above >= 0 for above in counts):
        counts[-1] += 1


def _add(
    lines: SourceLines,
    found: _List,
    counts: list[int],
    known: dict[str, str],
    piece: tuple[str, str],
    where: tuple[SourceLine, int],
) -> None:
    kind, text = piece
    line, place = where
    is_text = kind == "text"
    entry = text[1:-1] if is_text else text
    depth = sum(count >= 0 for count in counts)
    if len(found.lengths) >= depth and found.lengths[depth - 1] >= 0 and counts[-1] >= found.lengths[depth - 1]:
        message = f"a list of more than {found.lengths[depth - 1]} entries, as one before it has"
        raise lines.error(message, line.number, place + 1)
    if len(found.lengths) > depth:
        raise lines.error(f"{in_one_line(entry)!r} beside lists", line.number, place + 1)
    if not is_text and (number := _NUMBER.fullmatch(entry)):
        entry = number[1]
    elif entry in _NOTHING or entry.isspace():
        entry = EMPTY_MARKS[0]
    elif not is_text and entry not in EMPTY_MARKS:
        shown = "left out" if set(entry) <= {".", "…"} else "not a digit"
        raise lines.error(f"{in_one_line(entry)!r} is {shown}; use 0 for an empty cell", line.number, place + 1)
    if len(entry) > MAX_SIZE * MAX_SIZE or len(found.entries) == MOST_CELLS:
        raise lines.error(f"more than {MOST_CELLS:,} cells in one list", line.number, place + 1)
    found.is_text |= is_text
    found.entries.append(known.setdefault(entry, entry) if len(entry) < 3 else entry)
    found.places.append(line.number << 24 | place + 1 + is_text)
    counts[-1] += 1


def _checked(lines: SourceLines, found: _List) -> _List:
    widths = {len(entry) for entry in found.entries}
    is_numbers = max(widths) <= 2 and all(entry.isdecimal() or entry in EMPTY_MARKS for entry in found.entries)
    if len(widths) > 1 and not is_numbers:
        at = next(at for at, entry in enumerate(found.entries) if len(entry) != len(found.entries[0]))
        raise lines.error(f"texts of {len(found.entries[0])} and {len(found.entries[at])} characters", *found.place(at))
    found.width = 1 if is_numbers else max(widths)
    return found


def _of_rows(lines: SourceLines, rows: Sequence[_List], reader: SymbolReader) -> GridText:
    """The grid of rows that are lists of their own."""
    if _is_whole(len(rows)) and not _has_large(rows):
        size, small = len(rows), isqrt(len(rows))
        raise lines.error(
            f"{size} lists of {size} cells: rows of {size}×{size} or puzzles of {small}×{small}", rows[0].line
        )
    whole = _List(rows[0].line)
    for row in rows:
        whole.entries += row.entries
        whole.places += row.places
        whole.is_text |= row.is_text
    return _grid(lines, whole, range(len(whole.entries)), reader)


def _has_large(lists: Sequence[_List]) -> bool:
    """Whether some entry is a digit that puzzles with the square root of the size do not have."""
    small = isqrt(lists[0].lengths[-1])
    usual = {*EMPTY_MARKS, *map(str, range(small + 1)), *"ABCDEF"[:small], *"abcdef"[:small]}
    return any(entry not in usual for each in lists for entry in each.entries)


def _grids(lines: SourceLines, found: _List, reader: SymbolReader) -> Iterator[GridText]:
    """The grids of a list, by the lengths of the lists in it and of its texts."""
    lengths = tuple(found.lengths) + ((found.width,) if found.width > 1 else ())
    last = lengths[-1]
    is_flat, is_nested = len(lengths) < 3 and _is_whole(last), len(lengths) in (2, 3) and lengths[-2] == last
    if is_flat and is_nested and last <= MAX_SIZE:
        if not _has_large([found]):
            small = isqrt(last)
            raise lines.error(
                f"{last} lists of {last}: a grid of {last}×{last} or puzzles of {small}×{small}", found.line
            )
        is_flat = False
    if not (is_flat or is_nested) or last > (MAX_SIZE if is_nested else MAX_SIZE * MAX_SIZE):
        shape = " × ".join(map(str, lengths))
        raise lines.error(f"lists of {shape} entries: no grids, which are n × n, or n² entries", found.line)
    cells = last * last if is_nested else last
    total = len(found.entries) * found.width
    for start in range(0, total, cells):
        yield _grid(lines, found, range(start, start + cells), reader)


def _grid(lines: SourceLines, found: _List, cells: range, reader: SymbolReader) -> GridText:
    width = max(found.width, 1)
    size = isqrt(len(cells))
    entries = found.entries[cells.start // width : -(-cells.stop // width)]

    def place(index: int) -> tuple[int, int]:
        line, column = found.place((cells.start + index) // width)
        return line, column + (cells.start + index) % width

    if not found.is_text:
        return number_grid(entries, size, lines.source, place)
    if width == 1 and max(map(len, entries)) > 1:
        return number_grid(entries, size, lines.source, place)
    return reader.grid("".join(entries), size, lines.source, place)


FORMAT = Format(
    "list",
    "lists as programs print them, JSON, Python, C and NumPy: n rows of n, n² cells, or several of these; only read",
    read,
    starts=is_list,
    recognises=fits("list"),
    givens_only=True,
    samples=(
        "[[1, 2, 0, 0], [0, 0, 1, 2], [2, 1, 0, 0], [0, 0, 2, 1]]\n",
        "[[1 2 0 0]\n [0 0 1 2]\n [2 1 0 0]\n [0 0 2 1]]\n",
        "array([[1, 2, 0, 0],\n       [0, 0, 1, 2],\n       [2, 1, 0, 0],\n       [0, 0, 2, 1]])\n",
        "int grid[4][4] = {\n  {1, 2, 0, 0},\n  {0, 0, 1, 2},\n  {2, 1, 0, 0},\n  {0, 0, 2, 1}\n};\n",
        "grid = [[1, 2, None, None], [None, None, 1, 2], [2, 1, None, None], [None, None, 2, 1]]\n",
        '["12..", "..12", "21..", "..21"]\n',
        "[1, 2, 0, 0]\n[0, 0, 1, 2]\n[2, 1, 0, 0]\n[0, 0, 2, 1]\n",
        "[1, 2, null, null, null, null, 1, 2, 2, 1, null, null, null, null, 2, 1]\n",
        "['12....1221....21', '12....1221....21']\n",
        "board = [\n    [1, 2, 0, 0],\n    [0, 0, 1, 2],\n    [2, 1, 0, 0],\n    [0, 0, 2, 1],\n]\n",
        "let board: [[u8; 4]; 4] = [\n    [1, 2, 0, 0],\n    [0, 0, 1, 2],\n    [2, 1, 0, 0],\n    [0, 0, 2, 1],\n];\n",
        "puzzle = [|\n1, 2, _, _ |\n_, _, 1, 2 |\n2, 1, _, _ |\n_, _, 2, 1 |];\n",
        'const puzzle = "12....1221....21";\n',
    ),
)
"""Lists of numbers or texts."""
