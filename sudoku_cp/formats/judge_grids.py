"""The common part of the formats of online judges: grids of a fixed size, read cell by cell as accepted programs do.

Those programs read tokens and ignore line ends and the amount of white space. Several rows may therefore be on one
line, a row may continue on the next line, and empty lines may be anywhere. A row of a wrong length is detected if the
other rows end with their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import SymbolReader, describe
from sudoku_cp.model import InputError

_TOKEN = re.compile(r"\S+")
_CHARACTER = re.compile(r"\S")


class _Entry(NamedTuple):
    """The text of a cell and its place."""

    text: str
    line: int
    column: int


def read_cells(lines: SourceLines, symbols: str, size: int) -> Iterator[GridText]:
    """Read grids of a size; lines that start with ``#`` are skipped.

    Raises
    ------
    InputError
        If a row has too few or too many cells, a grid has too few rows, or a cell is not a digit.
    """
    reader = SymbolReader(symbols)
    found: list[_Entry] = []
    for line in lines:
        if line.is_skipped:
            continue
        entries, begun = _entries(line, size), len(found) % size
        if begun and begun + len(entries) > size:
            raise _wrong_row(lines, found, begun, size)
        found += entries
        if len(entries) > size and len(entries) % size:
            raise _wrong_row(lines, found, len(entries), size)
        while len(found) >= size * size:
            yield _grid(lines, reader, found[: size * size], size)
            del found[: size * size]
    if begun := len(found) % size:
        raise _wrong_row(lines, found, begun, size)
    if found:
        raise lines.error(f"the grid has only {len(found) // size} of {size} rows", found[0].line)


def _entries(line: SourceLine, size: int) -> list[_Entry]:
    """The cells of a line: its tokens if they fill rows and are not rows themselves, otherwise their characters."""
    tokens = list(_TOKEN.finditer(line.text))
    are_rows = {len(token[0]) for token in tokens} == {size}
    pieces = tokens if not len(tokens) % size and not are_rows else _CHARACTER.finditer(line.text)
    return [_Entry(piece[0], line.number, piece.start() + 1) for piece in pieces]


def _wrong_row(lines: SourceLines, found: list[_Entry], cells: int, size: int) -> InputError:
    """The error for the last cells, which do not form a row."""
    row = (len(found) - cells) % (size * size) // size + 1
    return lines.error(f"row {row} has {cells} cells, not {size}", found[-cells].line)


def _grid(lines: SourceLines, reader: SymbolReader, entries: list[_Entry], size: int) -> GridText:
    for entry in entries:
        if len(entry.text) > 1:
            symbols = describe(reader.symbols_for("", size, lines.source, entry.line))
            message = f"{entry.text!r} is not a digit of {symbols}; use . for an empty cell"
            raise lines.error(message, entry.line, entry.column)
    text = "".join([entry.text for entry in entries])
    return reader.grid(text, size, lines.source, lambda index: entries[index][1:])


def of_size(size: int, grids: Iterable[GridText], judge: str) -> Iterator[GridText]:
    """Pass on grids with the size of a judge's problem.

    Raises
    ------
    InputError
        At the first grid with another size.
    """
    for grid in grids:
        if grid.size != size:
            raise wrong_size(size, grid.size, judge, grid.source, grid.line)
        yield grid


def wrong_size(size: int, found: int, judge: str, source: str, line: int) -> InputError:
    """The error for a grid that does not have the size of a judge's problem."""
    return InputError(f"{judge} has {size}×{size} grids, and this one is {found}×{found}", source, line)
