"""Puzzles on one line each: grids of n² characters, and jigsaws, killers and pencil marks.

A grid has 81 characters for 9×9, 256 for 16×16, n² for n×n. White space, ``:``, ``,`` or ``;`` ends it, so that its
solution, a count or a comment may follow; another puzzle may not. A number may precede it, as in ``12: …``. Blank lines
and lines that start with ``#`` are skipped; a line ``end`` ends the input. The variants are those that forums and
solvers exchange:

* Jigsaw: the n² digits, and then n² characters for the region of each cell.
* Pencil marks: n³ characters, n for each cell. Each candidate is at its own place among them, and ``.`` or ``0`` at the
  others.
* Killer, short: 81 characters. One cell of each cage has the sum as 0–9, A–Z (10–35) or a–j (36–45). Every other cell
  points to a cell nearer to that one: ``<`` ``>`` ``^`` ``v``, and ````` ``'`` ``,`` ``.`` along the diagonals up
  left, up right, down left and down right.
* Killer, long: ``3x3:``, ``d`` for diagonals, ``:k:`` and 81 numbers separated by ``:``. Each is the number of the
  cage plus 256 times its sum.

References
----------
Understandable snarfable killer cages, http://forum.enjoysudoku.com (topic 6119); the text of SumoCue and SudoCue,
http://www.sudocue.net/forum (topic 519).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from math import isqrt

from sudoku_cp.formats.addresses import is_address
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.shapes import fits
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.formats.text_lines import (
    FIELD,
    SMALLEST,
    are_cells,
    are_marks,
    inner_end,
    is_frame,
    is_heading,
    other_puzzle,
    puzzle_field,
)
from sudoku_cp.model import Cell, InputError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

END = "end"
ORDER = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read one puzzle from each line.

    Raises
    ------
    InputError
        If the length of a line is not n², a character is not a digit, or there are two puzzles on a line.
    """
    return read_with(lines, SymbolReader(symbols))


def read_with(lines: SourceLines, reader: SymbolReader) -> Generator[GridText, None, bool]:
    """Read as `read` does, with a reader that remembers earlier lines; return whether ``end`` closed the input."""
    for line in lines:
        if line.text.strip() == END:
            return True
        if not (line.is_skipped or _is_heading(lines, line)):
            cells, column = cells_of(lines, line)
            yield grid_of(lines, cells, line.number, column, reader)
    return False


def _is_heading(lines: SourceLines, line: SourceLine) -> bool:
    """Whether a line is a heading of the puzzle below it."""
    return is_heading(line.text) and (below := lines.peek()) is not None and len(below.text.strip()) >= FIELD


def cells_of(lines: SourceLines, line: SourceLine) -> tuple[str, int]:
    """The characters of the puzzle in a line, and the column of the first.

    Raises
    ------
    InputError
        If another puzzle, or cells of the same grid, follow it, or the line may be several lines.
    """
    if (fault := inner_end(line.text)) is not None:
        raise lines.error(fault, line.number)
    cells, column = puzzle_field(line.text)
    if are_marks(cells) and len(cells) < FIELD <= len(line.text) and line.text.strip() == cells:
        raise lines.error("blanks do not show which cells are empty: write . for each", line.number)
    if (other := other_puzzle(line.text, cells, column)) is None:
        return cells, column
    at = line.text.index(other, column - 1 + len(cells)) + 1
    if len(cells) < FIELD:
        message = "a row of a grid or of a table, not a puzzle: --column names the column of the puzzles"
    else:
        message = f"two puzzles on a line, of {len(cells)} and of {len(other)} characters: the second is no solution"
    raise lines.error(message, line.number, at)


def grid_of(lines: SourceLines, cells: str, number: int, column: int, reader: SymbolReader) -> GridText:
    """The grid of the n² characters in a line from a column on.

    Raises
    ------
    InputError
        If the number of characters is not n², one is not a digit, or they draw a frame or are pencil marks.
    """
    size = isqrt(len(cells))
    if cells and is_frame(cells):
        raise lines.error("a line of a frame, not a puzzle; empty cells are . here", number)
    if marks_size(cells) or _are_all_marks(cells):
        raise lines.error("pencil marks, which are read alone on a line, without anything before or after them", number)
    if not cells or size * size != len(cells) or size > MAX_SIZE:
        raise lines.error(
            f"a puzzle of {len(cells)} characters; a line has n² for n×n, such as 81 for 9×9 and 256 for 16×16",
            number,
        )
    return reader.grid(cells, size, lines.source, lambda index: (number, column + index))


def _are_all_marks(cells: str) -> bool:
    """Whether cells are 1, 2, … again and again: a part of pencil marks, and no puzzle that has a solution."""
    most = max(cells, default="")
    return len(cells) >= FIELD and "3" < most <= "9" and cells in ORDER[: int(most)] * (len(cells) // int(most) + 2)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write one puzzle on each line, with ``.`` for empty cells."""
    for grid in grids:
        yield text_of(grid.ranks, grid.symbols) + "\n"


def text_of(ranks: Iterable[int], symbols: str) -> str:
    """The characters of cells with given ranks.

    >>> text_of((0, 2, 11), "123456789AB")
    '.2B'
    """
    marks = "." + symbols
    return "".join([marks[rank] for rank in ranks])


def _starts(text: str) -> bool:
    """Recognise lines with more characters than a row of a grid."""
    field, _ = puzzle_field(text)
    return len(field) > MAX_SIZE and are_cells(field) and not (is_variant_line(text) or is_address(text.strip()))


FORMAT = Format(
    "line",
    "n² characters a puzzle, one a line: 81 for 9×9, 256 for 16×16; a number may precede, a solution or a note follow",
    read,
    writer_of_grids(write),
    starts=_starts,
    recognises=fits("line"),
    is_line_wise=True,
    givens_only=True,
    samples=(
        "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.\n",
        "1 ..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.\n"
        "12 ..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.\n",
        "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.,1893276457568"
        "49312243651879924183567375496128618572934491735286832964751567218493,1.2\n",
        "0001: 009307040700040002000000800900080000005006100000072000400000280030900051000200090 1893276"
        "45756849312243651879924183567375496128618572934491735286832964751567218493 # easy\n",
        "12..............\n..34............\n",
    ),
)


def read_addresses(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read the n² digits in an address on each line.

    Raises
    ------
    InputError
        If a line is not an address that holds the digits of one grid.
    """
    from sudoku_cp.formats.addresses import unpack

    reader = SymbolReader(symbols)

    def read_one(line: SourceLine) -> GridText:
        kind, cells = unpack(line.text)
        if kind != "digits":
            raise InputError("an address that holds a document, not the digits of a grid")
        return grid_of(lines, cells, line.number, max(line.text.find(cells), 0) + 1, reader)

    return lines.read_each(read_one)


def _is_address(text: str) -> bool:
    from sudoku_cp.formats.addresses import is_address, kind_of

    return is_address(text.strip()) and kind_of(text.strip()) == "digits"


ADDRESSES = Format(
    "digits-address",
    "an address of any host that holds the n² digits of a grid, such as `https://…?bd=0093…`; only read",
    read_addresses,
    starts=_is_address,
    is_line_wise=True,
    givens_only=True,
    samples=(
        "https://example.org/sudoku.htm?bd=009307040700040002000000800900080000005006100000072000400000280030900051000200090\n",
        "https://example.org/play/1..............2/\n",
    ),
)


_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {
    "<": (0, -1),
    ">": (0, 1),
    "^": (-1, 0),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_SHORT = re.compile(r"(?=.*[<>^v])[0-9A-Za-j<>^v`',.]{81}")
MARKS = {size**3: size for size in range(4, 10)}
"""The sizes of grids by the length of their pencil marks."""
_LONG = re.compile(r"3x3:(d?):k((?::\d{1,6}){81}):?")


def is_variant_line(text: str) -> bool:
    """Return whether a text is such a line.

    >>> is_variant_line("1..............." + "AABBAABBCCDDCCDD"), is_variant_line("12.4" * 16)
    (True, True)
    >>> is_variant_line("." * 81)
    False
    """
    text = text.strip()
    if _SHORT.fullmatch(text) or _LONG.fullmatch(text):
        return True
    return (_jigsaw_size(text) or 0) >= SMALLEST or marks_size(text) is not None


def read_variants(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read one puzzle from each line.

    Raises
    ------
    InputError
        If a line is none of these.
    """
    return lines.read_each(lambda line: Document(_marked(line.text.strip()), lines.source, line.number))


def _marked(text: str) -> Sudoku:
    if _SHORT.fullmatch(text):
        return _short_killer(text)
    if found := _LONG.fullmatch(text):
        return _long_killer(found[2][1:].split(":"), bool(found[1]))
    if size := _jigsaw_size(text):
        return _jigsaw(text, size)
    if size := marks_size(text):
        return _pencil_marks(text, size)
    raise InputError(
        "neither a jigsaw (n² digits, n² regions) nor a killer (81 characters or numbers) nor pencil marks (n for each "
        "of n² cells)"
    )


def _jigsaw_size(text: str) -> int | None:
    """The size of the grid, if the second half of the text describes regions."""
    size = isqrt(len(text) // 2)
    if 2 * size * size != len(text) or not 1 < size <= MAX_SIZE:
        return None
    return size if sorted(Counter(text[size * size :]).values()) == [size] * size else None


def _jigsaw(text: str, size: int) -> Sudoku:
    digits, labels = text[: size * size], text[size * size :]
    sudoku = Sudoku(size, regions=[labels[start : start + size] for start in range(0, len(labels), size)])
    for cell, character in zip(sudoku.grid, digits, strict=True):
        if character in sudoku.symbols:
            sudoku.give(cell, sudoku.digits[sudoku.symbols.index(character)])
        elif character not in EMPTY_MARKS + "0":
            raise InputError(f"{cell.name}: {character!r} is not a digit; use . for an empty cell")
    return sudoku


def marks_size(text: str) -> int | None:
    """The size of the grid, if the text has pencil marks for every cell.

    As givens, which stand in m columns for m² characters, these could not be solved: a column repeats one digit, and
    there are more of them than columns.
    """
    size = MARKS.get(len(text))
    if size is None or not all(mark in (".", "0", str(at % size + 1)) for at, mark in enumerate(text)):
        return None
    return size if all(text[start : start + size].strip(".0") for start in range(0, len(text), size)) else None


def _pencil_marks(text: str, size: int) -> Sudoku:
    sudoku = Sudoku(size)
    for number, cell in enumerate(sudoku.grid):
        candidates = [int(mark) for mark in text[number * size : (number + 1) * size] if mark not in ".0"]
        if len(candidates) == 1:
            sudoku.give(cell, *candidates)
        elif len(candidates) < size:
            sudoku.restrict(cell, candidates)
    return sudoku


def _short_killer(text: str) -> Sudoku:
    sudoku = Sudoku(9)
    cages: dict[Cell, list[Cell]] = {}
    for cell in sudoku.grid:
        end, steps = cell, 0
        while text[end.index] in _STEPS:
            down, right = _STEPS[text[end.index]]
            assert end.row is not None
            assert end.column is not None
            if not sudoku.has(end.row + down, end.column + right):
                raise InputError(f"{end.name}: {text[end.index]!r} points outside the grid")
            end, steps = sudoku[end.row + down, end.column + right], steps + 1
            if steps > len(text):
                raise InputError(f"{cell.name}: the pointers form a cycle")
        cages.setdefault(end, []).append(cell)
    _add(sudoku, [(_SUMS.index(text[end.index]), cells) for end, cells in cages.items()])
    return sudoku


def _long_killer(numbers: list[str], diagonals: bool) -> Sudoku:
    from sudoku_cp import rules

    sudoku = Sudoku(9)
    cages: dict[int, list[Cell]] = {}
    for cell, number in zip(sudoku.grid, numbers, strict=True):
        cages.setdefault(int(number), []).append(cell)
    _add(sudoku, [(number // 256, cells) for number, cells in cages.items()])
    if diagonals:
        sudoku.add(rules.diagonals())
    return sudoku


def _add(sudoku: Sudoku, cages: list[tuple[int, list[Cell]]]) -> None:
    """Add cages; cells with the sum 0 are in no cage."""
    from sudoku_cp import rules

    sudoku.add(*(rules.killer(cells, sum_) for sum_, cells in cages if sum_))


VARIANTS = Format(
    "variant-line",
    "jigsaws (n² digits, n² regions), killers (81 characters with arrows, or `3x3::k:` and 81 numbers) and pencil "
    "marks (n characters a cell, 729 for 9×9) on one line each; only read",
    read_variants,
    starts=is_variant_line,
    is_line_wise=True,
    samples=(
        "1...............1122112233443344\n",
        "123412341234123412341...1234123412341234123412341234123412341234\n",
    ),
)
