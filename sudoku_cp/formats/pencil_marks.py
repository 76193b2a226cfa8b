r"""Grids of pencil marks: the candidates of each cell, n cells on each of n lines, with or without a frame.

A cell is its candidates, ``237`` or, where digits have several characters, ``2,13,17``; a mark of an empty cell stands
for all digits. Frames are those of any program; blank lines and a heading above a grid, such as ``Grid 01``, are passed
over. A cell with one candidate is restricted to it, and is no given: these texts do not tell both apart.

>>> from io import BytesIO
>>> text = "1 23 24 34\n34 34 12 12\n23 1 34 24\n24 34 12 13"
>>> document, = read(SourceLines(BytesIO(text.encode()), "example.txt"))
>>> document.model.pencilmarks[document.model["r1c2"]]
(2, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from sudoku_cp.formats.document import Document, position_of
from sudoku_cp.formats.doubtful_rows import are_outer_cells_doubtful, has_more
from sudoku_cp.formats.entries import candidates_of
from sudoku_cp.formats.format import Format, ParsedPuzzle
from sudoku_cp.formats.grid_rows import Row
from sudoku_cp.formats.shapes import fits, may_be_marks
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import SymbolReader, describe, rank_table
from sudoku_cp.formats.text_lines import has_uprights, inner_end, is_frame, is_heading, tokens_of
from sudoku_cp.model import Board, Cell, ModelError, Sudoku
from sudoku_cp.model.board import EMPTY_MARKS, MAX_SIZE

NO_CANDIDATE = "-"
"""What is written for a cell without candidates."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read grids one by one.

    Raises
    ------
    InputError
        If a row has too few or too many cells, a grid too few rows, or an entry is not candidates of its cell; or if a
        row may be the numbers of the columns.
    """
    reader = SymbolReader(symbols)
    while rows := _rows(lines):
        yield Document(_restricted(lines, rows, reader), lines.source, rows[0].line.number, names_variant=False)


def _rows(lines: SourceLines) -> list[Row]:
    """The rows of the next grid; none if there is no further one."""
    rows: list[Row] = []
    size = 0
    while (not size or len(rows) < size) and (line := next(lines, None)) is not None:
        if (fault := inner_end(line.text)) is not None:
            raise lines.error(fault, line.number)
        if line.is_skipped or is_frame(line.text) or (not rows and is_heading(line.text)):
            continue
        entries = tokens_of(line.text, "")
        size = size or len(entries)
        if size > MAX_SIZE:
            raise lines.error(f"a row of {size} cells; grids have at most {MAX_SIZE}", line.number)
        if len(entries) != size:
            raise lines.error(f"row {len(rows) + 1} has {len(entries)} cells, not {size} like row 1", line.number)
        if rows and has_uprights(line.text) != has_uprights(rows[0].line.text):
            raise lines.error(f"row 1 has vertical lines and row {len(rows) + 1} has none, or the reverse", line.number)
        rows.append(Row(line, entries, ""))
    if len(rows) < size:
        raise lines.error(f"the grid has only {len(rows)} of {size} rows", rows[0].line.number)
    in_order = [[*map(str, range(start, start + size))] for start in (0, 1)]
    outer = (
        [list(row.entries) for row in rows[:1]] + [[row.entries[at] for row in rows] for at in (0, -1)] if rows else []
    )
    cells = [["." if len(entry) == size else entry for entry in row.entries] for row in rows]
    if rows and (any(house in in_order for house in outer) or are_outer_cells_doubtful(cells)) and has_more(lines):
        raise lines.error("numbers of the rows or columns, or cells? They are 1, 2, …", rows[0].line.number)
    return rows


def _restricted(lines: SourceLines, rows: Sequence[Row], reader: SymbolReader) -> Sudoku:
    size = len(rows)
    characters = "".join(entry for row in rows for entry in row.entries if "," not in entry and len(entry) <= size)
    symbols = reader.symbols_for(EMPTY_MARKS[0] + characters, size, lines.source, rows[0].line.number)
    sudoku = Sudoku(size, symbols=symbols[:size])
    table = {mark: rank for mark, rank in rank_table(sudoku.symbols).items() if rank}
    for row, cells in zip(rows, sudoku.rows, strict=True):
        for index, (entry, cell) in enumerate(zip(row.entries, cells, strict=True)):
            if entry in (*EMPTY_MARKS, "0") and entry not in table:
                continue
            digits = candidates_of(entry, sudoku, table)
            if digits is None or len(set(digits)) < len(digits):
                what = "has a digit twice" if digits else f"are not digits of {describe(sudoku.symbols)}"
                raise lines.error(f"{entry!r} {what}; use . for a free cell", row.line.number, row.column(index))
            if len(digits) < size:
                sudoku.restrict(cell, digits)
    return sudoku


def write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    """Write grids in frames, with a blank line between two of them.

    Raises
    ------
    ModelError
        If a puzzle has more than givens and candidates.
    """
    for number, puzzle in enumerate(puzzles):
        sudoku = position_of(puzzle)
        found = {cell: tuple(sudoku.pencilmarks.get(cell, sudoku.digits)) for cell in sudoku.grid}
        found.update({cell: (digit,) for cell, digit in sudoku.givens.items()})
        yield ("\n" if number else "") + picture(sudoku, found)


def picture(board: Board, candidates: Mapping[Cell, Sequence[int]], symbols: str | None = None) -> str:
    """The lines of a grid of candidates, framed as programs exchange it.

    Parameters
    ----------
    board
        The board, which has a cell at each place.
    candidates
        The digits of each cell; a cell without any has `NO_CANDIDATE`.
    symbols
        The character of each digit; by default those of the board.

    Raises
    ------
    ModelError
        If there are places without a cell.

    >>> board = Sudoku(4)
    >>> print(picture(board, {cell: (1,) if cell.row == 1 else (2, 3) for cell in board.grid}), end="")
    .-------.-------.
    | 1  1  | 1  1  |
    | 23 23 | 23 23 |
    :-------+-------:
    | 23 23 | 23 23 |
    | 23 23 | 23 23 |
    '-------'-------'
    """
    if len(board.grid) < board.height * board.width:
        raise ModelError(f"{board.name} has places without a cell, which pencil marks do not have")
    marks = dict(zip(board.digits, board.symbols if symbols is None else symbols, strict=False))
    rows = [[_entry(candidates.get(cell, ()), marks) for cell in row] for row in board.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    height, across = board.box or (board.height, board.width)
    if 1 in (height, across):
        height, across = board.height, board.width
    bands = [*range(0, board.width, across), board.width]

    def rule(left: str, joint: str, right: str) -> str:
        return left + joint.join("-" * (1 + sum(widths[a:b]) + b - a) for a, b in pairwise(bands)) + right + "\n"

    text = rule(*"...")
    for number, row in enumerate(rows):
        if number and number % height == 0:
            text += rule(*":+:")
        padded = [entry.ljust(width) for entry, width in zip(row, widths, strict=True)]
        text += "| " + " | ".join(" ".join(padded[a:b]) for a, b in pairwise(bands)) + " |\n"
    return text + rule(*"'''")


def _entry(digits: Iterable[int], marks: Mapping[int, str]) -> str:
    found = sorted(digits)
    return "".join(marks[digit] for digit in found) if marks else ",".join(map(str, found)) or NO_CANDIDATE


FORMAT = Format(
    "pencil-marks",
    "the candidates of each cell, n cells on each of n lines, with or without a frame, as programs and forums paste "
    "them; for cells, not givens",
    read,
    write,
    recognises=fits("pencil-marks"),
    explains=may_be_marks,
    samples=(
        "1 23 24 34\n34 34 12 12\n23 1 34 24\n24 34 12 13\n",
        ".-------.-------.\n| 1  23 | 24 34 |\n| 34 34 | 12 12 |\n:-------+-------:\n| 23 1  | 34 24 |\n"
        "| 24 34 | 12 13 |\n'-------'-------'\n",
        "+-------+-------+\n| 1  23 | 24 34 |\n| 34 34 | 12 12 |\n+-------+-------+\n| 23 1  | 34 24 |\n"
        "| 24 34 | 12 13 |\n+-------+-------+\n",
        "Grid 01\n12 1234 . 34\n34 . 12 12\n. 1 34 24\n24 34 12 .\n",
    ),
)
"""Pencil marks of whole grids."""
