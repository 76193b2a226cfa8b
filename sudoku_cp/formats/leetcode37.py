"""LeetCode 37: a JSON array of rows, each an array of one-character strings; further boards may follow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.shapes import fits
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.strict_json import decode
from sudoku_cp.formats.symbols import GridText, SymbolReader
from sudoku_cp.model import InputError
from sudoku_cp.model.board import MAX_SIZE

_STRING = re.compile(r'"[^"]*"')

MAX_BOARD = 1 << 17
"""The largest number of characters in one board."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read boards of any size, each on one line (JSON Lines) or on several.

    Raises
    ------
    InputError
        If the text is not JSON, or not a square array of strings of one character.
    """
    reader = SymbolReader(symbols)
    for start, text in _boards(lines):
        yield _grid(lines, start, text, reader)


def _boards(lines: SourceLines) -> Iterator[tuple[int, str]]:
    """The texts of boards with their first line numbers; a board ends with the line that closes its brackets."""
    text, start, depth = "", 1, 0
    for line in lines:
        if not text:
            if not line.text.strip():
                continue
            start = line.number
        text += line.text + "\n"
        if len(text) > MAX_BOARD:
            raise lines.error(f"a board of more than {MAX_BOARD:,} characters", start)
        outside = _STRING.sub("", line.text)
        depth += outside.count("[") - outside.count("]")
        if depth <= 0:
            yield start, text
            text, depth = "", 0
    if text:
        yield start, text


def _grid(lines: SourceLines, start: int, text: str, reader: SymbolReader) -> GridText:
    board = _parse(lines, start, text)
    size = len(board) if isinstance(board, list) else 0
    if not 1 <= size <= MAX_SIZE:
        raise lines.error(f"a board must be an array of 1 to {MAX_SIZE} rows", start)
    for number, row in enumerate(board, 1):
        if not isinstance(row, list) or len(row) != size:
            raise lines.error(f"row {number} must be an array of {size} strings", start)
        for column, cell in enumerate(row, 1):
            if not isinstance(cell, str) or len(cell) != 1:
                raise lines.error(f"r{number}c{column} must be a string of one character, not {cell!r}", start)

    def place(index: int) -> tuple[int, int]:
        before = text[: list(_STRING.finditer(text))[index].start() + 1]
        return start + before.count("\n"), len(before) - before.rfind("\n")

    return reader.grid("".join(map("".join, board)), size, lines.source, place)


def _parse(lines: SourceLines, start: int, text: str) -> Any:
    try:
        return decode(text)
    except InputError as error:
        raise lines.error(error.message, start) from None
    except json.JSONDecodeError as error:
        raise lines.error(f"not a JSON array: {error.msg}", start + error.lineno - 1, error.colno) from None
    except RecursionError:
        raise lines.error("arrays nested too deeply for a board", start) from None


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write one board on each line, without spaces."""
    for grid in grids:
        yield board_of(grid.rows, grid.symbols)


def board_of(rows: Iterable[Iterable[int]], symbols: str = "123456789") -> str:
    """The line of a board."""
    marks = "." + symbols
    return json.dumps([[marks[rank] for rank in row] for row in rows], separators=(",", ":"), ensure_ascii=False) + "\n"


FORMAT = Format(
    "leetcode37",
    "JSON arrays",
    read,
    writer_of_grids(write),
    recognises=fits("leetcode37"),
    is_line_wise=True,
    givens_only=True,
    samples=(
        '[["1","2",".","."],[".",".","1","2"],["2","1",".","."],[".",".","2","1"]]\n',
        '[\n  ["1", "2", ".", "."],\n  [".", ".", "1", "2"],\n  ["2", "1", ".", "."],\n  [".", ".", "2", "1"]\n]\n',
    ),
)
