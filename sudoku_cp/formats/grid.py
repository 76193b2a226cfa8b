"""Whole grids with one row on each line, with or without spaces, separators and frames.

A cell is a character (``53..7....``, ``5 3 . | . 7 . | . . .``, ``5,3,.,.,7,.,.,.,.``) or, in grids of size 10 or more,
a number (``10 12 3 .``). Rows may stand on one line, as n² cells or n pieces of n, where these are too many for one
row. Lines such as ``---+---``, characters that draw frames, and lines that start with ``#`` are
skipped; so are blank lines between grids and between bands of boxes. `sudoku_cp.formats.text_lines` decides what a line
is. Numbers may begin with 0, which is a digit if there is another mark of empty cells.
A heading such as ``Grid 01`` may stand above each grid. `sudoku_cp.formats.shapes` recognises rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.doubtful_rows import refuse_doubtful_rows, refuse_labels
from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.grid_rows import Marks, Row, read_rows
from sudoku_cp.formats.shapes import fits
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader, describe, ordinary_symbols, zero_symbols
from sudoku_cp.model.board import EMPTY_MARKS
from sudoku_cp.model.geometry import default_box

_NUMBER = re.compile(r"\d{1,2}")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read whole grids.

    Raises
    ------
    InputError
        If a row has too few or too many cells, a grid too few rows, or a cell is not a digit; or if a row may be a
        heading or a line of a frame, or begin with a number.
    """
    reader, marks, is_first = SymbolReader(symbols), Marks(), True
    while (rows := read_rows(lines, marks=marks)) is not None:
        if not rows[-1].before:
            refuse_doubtful_rows(lines, rows, is_first=is_first)
            refuse_labels(lines, rows)
        yield _grid(lines, reader, rows)
        is_first = False


def _grid(lines: SourceLines, reader: SymbolReader, rows: list[Row]) -> GridText:
    size = len(rows)
    text = "".join(["".join(row.entries) for row in rows])

    def place(index: int) -> tuple[int, int]:
        row = rows[index // size]
        return row.line.number, row.column(index % size)

    if len(text) == size * size:
        return reader.grid(text, size, lines.source, place)
    return number_grid([cell for row in rows for cell in row.entries], size, lines.source, place)


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


def number_grid(cells: Sequence[str], size: int, source: str, place: Callable[[int], tuple[int, int]]) -> GridText:
    """The grid of numbers, in which 0 is a digit as in grids of characters; see `sudoku_cp.formats.symbols`.

    Parameters
    ----------
    cells
        The entries in reading order.
    place
        Returns the line and the column of the cell with an index, for messages.

    Raises
    ------
    InputError
        If a cell is neither a number of the grid nor the mark of an empty cell, or the numbers are from 0 to n.
    """
    numbers = [None if cell in EMPTY_MARKS else int(cell) if _NUMBER.fullmatch(cell) else -1 for cell in cells]
    zeros, has_last = numbers.count(0), size in numbers
    from_zero = size > 9 and zeros > 0 and (None in numbers or (zeros == size and not has_last))
    least, most = (0, size - 1) if from_zero and not has_last else (1, size)
    for index, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
        if number is None or least <= number <= most or (number == 0 and not from_zero):
            continue
        if number == 0:
            message = f"0 and {size}: the numbers are from 1 to {size} or from 0 to {size - 1}; use . for an empty cell"
        elif size > 9:
            message = f"{cell!r} is not a number from {least} to {most}; use . for an empty cell"
        else:
            message = f"{cell!r} is not a digit of {describe(ordinary_symbols(size))}; use . for an empty cell"
        raise InputError(message, source, *place(index))
    empty = (None,) if from_zero else (None, 0)
    ranks = tuple(0 if number in empty else (number or 0) + 1 - least for number in numbers)
    symbols = (zero_symbols(size) if from_zero else "") or ordinary_symbols(size)
    return GridText(ranks, size, symbols, source, place(0)[0])


FORMAT = Format(
    "grid",
    "whole grids over several lines, with or without spaces, separators (`,` `;` `:`) and frames",
    read,
    writer_of_grids(write),
    recognises=fits("grid"),
    givens_only=True,
    samples=(
        "..93.7.4.\n7...4...2\n......8..\n9...8....\n..5..61..\n....72...\n4.....28.\n.3.9...51\n...2...9.\n",
        "0 0 9 3 0 7 0 4 0\n7 0 0 0 4 0 0 0 2\n0 0 0 0 0 0 8 0 0\n9 0 0 0 8 0 0 0 0\n"
        "0 0 5 0 0 6 1 0 0\n0 0 0 0 7 2 0 0 0\n4 0 0 0 0 0 2 8 0\n0 3 0 9 0 0 0 5 1\n"
        "0 0 0 2 0 0 0 9 0\n",
        "?,?,9,3,?,7,?,4,?\n7,?,?,?,4,?,?,?,2\n?,?,?,?,?,?,8,?,?\n9,?,?,?,8,?,?,?,?\n"
        "?,?,5,?,?,6,1,?,?\n?,?,?,?,7,2,?,?,?\n4,?,?,?,?,?,2,8,?\n?,3,?,9,?,?,?,5,1\n"
        "?,?,?,2,?,?,?,9,?\n",
        ".;.;9;3;.;7;.;4;.\n7;.;.;.;4;.;.;.;2\n.;.;.;.;.;.;8;.;.\n9;.;.;.;8;.;.;.;.\n"
        ".;.;5;.;.;6;1;.;.\n.;.;.;.;7;2;.;.;.\n4;.;.;.;.;.;2;8;.\n.;3;.;9;.;.;.;5;1\n"
        ".;.;.;2;.;.;.;9;.\n",
        "Grid 01\n009307040\n700040002\n000000800\n900080000\n005006100\n000072000\n400000280\n030900051\n"
        "000200090\nGrid 02\n009307040\n700040002\n000000800\n900080000\n005006100\n000072000\n400000280\n"
        "030900051\n000200090\n",
        "*-----------*\n|..9|3.7|.4.|\n|7..|.4.|..2|\n|...|...|8..|\n|---+---+---|\n|9..|.8.|...|\n"
        "|..5|..6|1..|\n|...|.72|...|\n|---+---+---|\n|4..|...|28.|\n|.3.|9..|.51|\n|...|2..|.9.|\n"
        "*-----------*\n",
        ".-------.-------.-------.\n| . . 9 | 3 . 7 | . 4 . |\n| 7 . . | . 4 . | . . 2 |\n"
        "| . . . | . . . | 8 . . |\n:-------+-------+-------:\n| 9 . . | . 8 . | . . . |\n"
        "| . . 5 | . . 6 | 1 . . |\n| . . . | . 7 2 | . . . |\n:-------+-------+-------:\n"
        "| 4 . . | . . . | 2 8 . |\n| . 3 . | 9 . . | . 5 1 |\n| . . . | 2 . . | . 9 . |\n"
        "'-------'-------'-------'\n",
        " _______________________ \n| . . 9 | 3 . 7 | . 4 . |\n| 7 . . | . 4 . | . . 2 |\n"
        "| . . . | . . . | 8 . . |\n|-------+-------+-------|\n| 9 . . | . 8 . | . . . |\n"
        "| . . 5 | . . 6 | 1 . . |\n| . . . | . 7 2 | . . . |\n|-------+-------+-------|\n"
        "| 4 . . | . . . | 2 8 . |\n| . 3 . | 9 . . | . 5 1 |\n| . . . | 2 . . | . 9 . |\n"
        "|_______|_______|_______|\n",
        "1 2 | . .\n. . | 1 2\n----+----\n2 1 | . .\n. . | 2 1\n",
        "0 0 9 3 0 7 0 4 0 7 0 0 0 4 0 0 0 2 0 0 0 0 0 0 8 0 0 9 0 0 0 8 0 0 0 0 0 0 5 0 0 6 1 0 0 0 0 0 0 7 2 0 0 0 "
        "4 0 0 0 0 0 2 8 0 0 3 0 9 0 0 0 5 1 0 0 0 2 0 0 0 9 0\n",
        "..93.7.4. 7...4...2 ......8.. 9...8.... ..5..61.. ....72... 4.....28. .3.9...51 ...2...9.\n",
        "1\t2\t\t\n\t\t1\t2\n2\t1\t\t\n\t2\t1\t\n",
        "| 1 | 2 |   |   |\n|   |   | 1 | 2 |\n| 2 | 1 |   |   |\n|   |   | 2 | 1 |\n",
    ),
)
