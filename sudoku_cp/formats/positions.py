"""Positions of play that programs for classic sudoku save: SadMan Sudoku, SudoCue and HoDoKu.

=========  ============================================================================================================
format     text
=========  ============================================================================================================
``sdk``    SadMan: a line ``[Puzzle]`` and the rows of the puzzle. Further sections, such as ``[State]``, belong to the
           player and are left out. Files of SudoCue with the same ending have the rows alone, and are grids.
``sdx``    SudoCue: a line for each row, with an entry for each cell. A digit is a given, ``u5`` a digit that has been
           placed, and several digits are candidates.
``hodoku`` HoDoKu's library: ``:technique:digits:grid:deleted:eliminated:…`` on one line. ``+`` stands before a digit
           that has been placed, and ``512`` in the list of deleted candidates is digit 5 of row 1 and column 2.
=========  ============================================================================================================

A position is read as it stands: a placed digit is the only candidate of its cell and no given, and a deleted candidate
is none. What a step of the library eliminates is its conclusion and not part of the position.

References
----------
HoDoKu's manual, "The library format"; SudoCue's and SadMan Sudoku's manuals. Their text is described, not published.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from sudoku_cp.formats.document import Document, position_of
from sudoku_cp.formats.format import Format, ParsedPuzzle, Peek
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.formats.text_lines import inner_end
from sudoku_cp.model import InputError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

_SECTION = re.compile(r"\s*\[([A-Za-z ]+)\]\s*")
_ENTRY = re.compile(r"u?[1-9]{1,9}")
_PLACED = "u"
_LIBRARY = re.compile(
    r"\s*:(?P<technique>[0-9a-zA-Z-]*):(?P<digits>[0-9x]*):(?P<grid>[+0-9.]*)(?P<rest>(?::[^:]*){0,5})\s*"
)
_DELETED = re.compile(r"([1-9])([1-9])([1-9])")
_SIZE = 9
MAX_ROW = 200
"""The number of characters beyond which a line is no row of entries."""


def _is_section(line: SourceLine | None, name: str) -> bool:
    found = None if line is None else _SECTION.fullmatch(line.text)
    return found is not None and found[1].strip().lower() == name


def read_sdk(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read the section ``[Puzzle]``.

    Raises
    ------
    InputError
        If such a section occurs twice, or does not have as many rows as a row has cells.
    """
    reader, found = SymbolReader(symbols), False
    for line in lines:
        if not _is_section(line, "puzzle"):
            continue
        if found:
            raise lines.error("a second section [Puzzle]: a file of SadMan Sudoku holds one puzzle", line.number)
        found = True
        rows = list(islice(_section(lines), MAX_SIZE + 1))
        size = len(rows[0].text.strip()) if rows else 0
        if not 1 <= size <= MAX_SIZE or len(rows) != size:
            raise lines.error(
                f"{len(rows)} rows of {size} cells: a puzzle has as many rows as cells in a row", line.number
            )
        yield reader.grid("".join(_cells(lines, row, size) for row in rows), size, lines.source, _place_in(rows, size))


def _section(lines: SourceLines) -> Iterator[SourceLine]:
    """The lines up to the next section, without blank ones and comments."""
    while (line := lines.peek()) is not None and not _SECTION.fullmatch(line.text):
        next(lines)
        if not line.is_skipped:
            yield line


def _cells(lines: SourceLines, row: SourceLine, size: int) -> str:
    cells = row.text.strip()
    if (fault := inner_end(row.text)) is not None:
        raise lines.error(fault, row.number)
    if len(cells) != size:
        raise lines.error(f"a row of {len(cells)} cells, not {size} like the first one", row.number)
    return cells


def _place_in(rows: list[SourceLine], size: int) -> Callable[[int], tuple[int, int]]:
    def place(index: int) -> tuple[int, int]:
        row = rows[index // size]
        return row.number, len(row.text) - len(row.text.lstrip()) + index % size + 1

    return place


def read_sdx(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read one position of nine lines.

    Raises
    ------
    InputError
        If a line does not have nine entries, or there are not nine lines.
    """
    rows = list(islice((line for line in lines if not line.is_skipped), _SIZE + 1))
    if not rows:
        return
    if len(rows) != _SIZE:
        found = f"{len(rows)}" if len(rows) < _SIZE else f"more than {_SIZE}"
        raise lines.error(f"{found} rows of entries, not {_SIZE}", rows[-1].number)
    sudoku = Sudoku(_SIZE, name="SudoCue")
    for line, cells in zip(rows, sudoku.rows, strict=True):
        entries = list(re.finditer(r"\S+", line.text))
        if len(entries) != _SIZE:
            raise lines.error(f"a row of {len(entries)} entries, not {_SIZE}", line.number)
        for entry, cell in zip(entries, cells, strict=True):
            digits = entry[0].removeprefix(_PLACED)
            is_placed = digits != entry[0]
            if not _ENTRY.fullmatch(entry[0]) or len(set(digits)) < len(digits) or (is_placed and len(digits) > 1):
                raise lines.error(
                    f"{entry[0]!r} is neither a digit, nor a placed one such as u5, nor candidates such as 159",
                    line.number,
                    entry.start() + 1,
                )
            if len(digits) == 1 and not is_placed:
                sudoku.give(cell, int(digits))
            elif len(digits) < _SIZE:
                sudoku.restrict(cell, sorted(map(int, digits)))
    yield Document(sudoku, lines.source, rows[0].number)


class _Library(NamedTuple):
    """A position of HoDoKu's library as text."""

    grid: list[str]
    """An entry for each cell, with ``+`` before a digit that has been placed."""
    deleted: list[str]


def is_library_line(text: str) -> bool:
    """Return whether a text is a line of HoDoKu's library.

    >>> is_library_line(":0000:x:" + "." * 81 + ":::"), is_library_line("3x3::k:" + "0:" * 81)
    (True, False)
    """
    found = _LIBRARY.fullmatch(text)
    return found is not None and len(found["grid"].replace("+", "")) >= _SIZE and ":" in found["rest"]


def read_library(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read a position from each line.

    Raises
    ------
    InputError
        If a line does not have such fields, or an entry is wrong.
    """
    return lines.read_each(lambda line: Document(_position(_fields(line.text)), lines.source, line.number))


def _fields(text: str) -> _Library:
    if (fault := inner_end(text)) is not None:
        raise InputError(fault)
    found = _LIBRARY.fullmatch(text)
    if found is None:
        raise InputError("not a line of HoDoKu's library, such as :0000:x:…:…::")
    grid = re.findall(r"\+?[0-9.]", found["grid"])
    if "".join(grid) != found["grid"] or any(entry in ("+0", "+.") for entry in grid):
        raise InputError("+ does not stand before a digit")
    if len(grid) != _SIZE**2:
        raise InputError(f"a grid of {len(grid)} cells, not {_SIZE**2}")
    return _Library(grid, found["rest"].split(":")[1].split() if found["rest"] else [])


def _position(library: _Library) -> Sudoku:
    sudoku = Sudoku(_SIZE, name="HoDoKu")
    left = {cell: set(sudoku.digits) for cell in sudoku.grid}
    for cell, entry in zip(sudoku.grid, library.grid, strict=True):
        if entry.startswith("+"):
            left[cell] = {int(entry[1])}
        elif entry not in EMPTY_MARKS + "0":
            sudoku.give(cell, int(entry))
    for entry in library.deleted:
        found = _DELETED.fullmatch(entry)
        if found is None:
            raise InputError(f"{entry!r} is not a deleted candidate such as 512: digit, row and column")
        digit, cell = int(found[1]), sudoku[int(found[2]), int(found[3])]
        if sudoku.givens.get(cell) == digit or left[cell] == {digit}:
            raise InputError(f"{entry!r} deletes the last candidate of {cell.name}")
        left[cell].discard(digit)
    for cell, digits in left.items():
        if cell not in sudoku.givens and len(digits) < _SIZE:
            sudoku.restrict(cell, sorted(digits))
    return sudoku


def write_library(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write a position on each line.

    Raises
    ------
    ModelError
        If a puzzle has more than givens and candidates, or is not 9×9.
    """
    for puzzle in puzzles:
        sudoku = position_of(puzzle, _SIZE)
        grid, deleted = "", []
        for cell in sudoku.grid:
            marks = sudoku.pencilmarks.get(cell, sudoku.digits)
            if cell in sudoku.givens:
                grid += str(sudoku.givens[cell])
            elif len(marks) == 1:
                grid += f"+{marks[0]}"
            else:
                grid += "."
                deleted += [f"{digit}{cell.row}{cell.column}" for digit in sudoku.digits if digit not in marks]
        yield f":0000:x:{grid}:{' '.join(deleted)}::\n"


def _is_sdk(text: str) -> bool:
    return _is_section(SourceLine(1, text), "puzzle")


def _is_sdx(peek: Peek) -> bool:
    """Recognise entries for each cell, at least one of them a digit that has been placed; others are candidates."""
    rows: list[list[str]] = []
    for ahead in range(_SIZE):
        if (line := peek(ahead)) is None or line.is_skipped or len(line.text) > MAX_ROW:
            break
        rows.append(line.text.split())
    entries = [entry for row in rows for entry in row]
    return (
        len(entries) == _SIZE**2
        and all(map(_ENTRY.fullmatch, entries))
        and any(entry.startswith(_PLACED) for entry in entries)
    )


_ROWS = (
    "..93.7.4.",
    "7...4...2",
    "......8..",
    "9...8....",
    "..5..61..",
    "....72...",
    "4.....28.",
    ".3.9...51",
    "...2...9.",
)
_SAMPLE = "".join(_ROWS)

SDK = Format(
    "sdk",
    "SadMan Sudoku: the section `[Puzzle]` of a file; only read. Files of SudoCue without sections are grids",
    read_sdk,
    starts=_is_sdk,
    has_one=True,
    samples=("[Puzzle]\n" + "\n".join(_ROWS) + "\n[State]\n" + "\n".join(_ROWS) + "\n",),
)

SDX = Format(
    "sdx",
    "SudoCue: a position as nine lines of givens (`5`), placed digits (`u5`) and candidates (`159`); only read",
    read_sdx,
    recognises=_is_sdx,
    has_one=True,
    samples=("\n".join("u1 " + "123456789 " * 7 + "5" for _ in range(_SIZE)),),
)

HODOKU = Format(
    "hodoku",
    "HoDoKu: a position on each line of its library, with placed digits and deleted candidates: `:0000:x:…:…::`",
    read_library,
    write_library,
    starts=is_library_line,
    is_line_wise=True,
    samples=(f":0000:x:{_SAMPLE}:::\n", f":0100-1:45:+1{_SAMPLE[1:]}:112 223 514:345::\n"),
)
