"""Formats of online judges, read as accepted programs do: grids of a fixed size, and the lines of POJ 3074.

Those programs read tokens and ignore line ends and the amount of white space. Several rows may therefore be on one
line, a row may continue on the next line, and empty lines may be anywhere. A row of a wrong length is detected if the
other rows end with their lines. The grids of a problem are a line of the table `JUDGE_GRIDS`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from math import isqrt
from typing import TYPE_CHECKING

from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.line import END, ORDER, grid_of, text_of
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.formats.symbols import GridText, SymbolReader, describe
from sudoku_cp.formats.text_lines import inner_end, is_frame, is_ruling
from sudoku_cp.model import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_TOKEN = re.compile(r"\S+")
_CHARACTER = re.compile(r"\S")
_BLANK = re.compile(r"\s")


class _Cells:
    """The texts of cells, and the line and column of each."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.places: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return len(self.texts)

    def add_line(self, line: SourceLine, size: int) -> int:
        """Add the cells of a line: its tokens if they fill rows and are not rows themselves, otherwise its characters.

        Returns
        -------
        int
            The number of cells.
        """
        text, before = line.text, len(self.texts)
        if len(text) == size and not _BLANK.search(text):  # the usual line, in a fraction of the time
            self.texts += text
            self.places += zip(repeat(line.number), range(1, size + 1))
            return size
        tokens = list(_TOKEN.finditer(text))
        are_rows = {len(token[0]) for token in tokens} == {size}
        pieces = tokens if not len(tokens) % size and not are_rows else _CHARACTER.finditer(text)
        for piece in pieces:
            self.texts.append(piece[0])
            self.places.append((line.number, piece.start() + 1))
        return len(self.texts) - before

    def take(self, cells: int) -> _Cells:
        """Remove the first cells, and return them."""
        taken = _Cells()
        taken.texts, taken.places = self.texts[:cells], self.places[:cells]
        del self.texts[:cells], self.places[:cells]
        return taken


def read_cells(lines: SourceLines, symbols: str, size: int, mark: str) -> Iterator[GridText]:
    """Read grids of a size; lines that start with ``#`` are skipped.

    Parameters
    ----------
    mark
        The mark of empty cells in the problem; a line of another one that also draws frames is no row.

    Raises
    ------
    InputError
        If a row has too few or too many cells, a grid has too few rows, a cell is not a digit, a line draws a frame, or
        a row is a number without blanks while others have blanks between their cells.
    """
    reader = SymbolReader(symbols)
    found = _Cells()
    number: SourceLine | None = None
    is_spaced = False
    doubtful: SourceLine | None = None
    for line in lines:
        if line.is_skipped:
            continue
        _refuse_others(lines, line, size, mark)
        number, is_spaced = (number, is_spaced) if found else (None, False)
        is_number = len(line.text.strip()) > 1 and line.text.strip().isdecimal()
        number = line if number is None and is_number else number
        tokens = line.text.split(None, 1)
        is_spaced |= len(tokens) > 1 and len(tokens[0]) < size
        if number is not None and is_spaced:
            raise lines.error("a heading, not a row: another row has blanks between its cells", number.number)
        is_doubtful = is_ruling(line.text) or (not found and line.text.split() == [*map(str, range(1, size + 1))])
        doubtful = doubtful or (line if is_doubtful else None)
        begun = len(found) % size
        added = found.add_line(line, size)
        if begun and begun + added > size:
            raise _wrong_row(lines, found, begun, size, len(found) - added)
        if added > size and added % size:
            raise _wrong_row(lines, found, added, size, len(found))
        if added > size * size and len(found) % (size * size):
            raise lines.error(f"{added} cells, which are more than a grid and do not fill grids", line.number)
        while len(found) >= size * size:
            if doubtful is not None and len(found) == size * size:
                _refuse_unfilled(lines, doubtful, size, line.number - found.places[0][0] >= size)
            doubtful = None
            yield _grid(lines, reader, found.take(size * size), size)
    if begun := len(found) % size:
        raise _wrong_row(lines, found, begun, size, len(found))
    if found:
        raise lines.error(f"the grid has only {len(found) // size} of {size} rows", found.places[0][0])


def _refuse_others(lines: SourceLines, line: SourceLine, size: int, mark: str) -> None:
    """Refuse a line of a frame, and one with a number before its cells.

    Raises
    ------
    InputError
        If it is one of these, or may be several lines.
    """
    if (fault := inner_end(line.text)) is not None:
        raise lines.error(fault, line.number)
    if is_frame(line.text, mark) or (is_ruling(line.text) and len("".join(line.text.split())) > size):
        raise lines.error(f"a line of a frame, not a row; empty cells are {mark} here", line.number)
    lengths = {len(token) for token in line.text.split()} if len(line.text) > size else {size}
    if max(lengths) >= size > min(lengths):
        raise lines.error(f"a row of {size} cells, and further ones beside it", line.number)


def _refuse_unfilled(lines: SourceLines, doubtful: SourceLine, size: int, are_apart: bool) -> None:
    """Refuse a grid with a line that may be no row, if the lines up to the next blank one do not fill grids.

    Parameters
    ----------
    are_apart
        Whether blank lines are within the grid, and so all lines count.

    Raises
    ------
    InputError
        If they do not.
    """
    ahead = further = 0
    while (line := lines.peek(ahead)) is not None and (line.text.strip() or are_apart) and further < size * (size + 1):
        ahead += 1
        further += not line.is_skipped
    if further % size:
        raise lines.error("a row, or a line of a frame or a heading? The lines do not fill grids", doubtful.number)


def _wrong_row(lines: SourceLines, found: _Cells, cells: int, size: int, end: int) -> InputError:
    """The error for cells that do not form a row, which end before the cell with the number ``end``."""
    first = end - cells
    return lines.error(f"row {first % (size * size) // size + 1} has {cells} cells, not {size}", found.places[first][0])


def _grid(lines: SourceLines, reader: SymbolReader, cells: _Cells, size: int) -> GridText:
    text = "".join(cells.texts)
    if len(text) > len(cells):
        at = next(at for at, of_cell in enumerate(cells.texts) if len(of_cell) > 1)
        line, column = cells.places[at]
        symbols = describe(reader.symbols_for("", size, lines.source, line))
        message = f"{cells.texts[at]!r} is not a digit of {symbols}; use . for an empty cell"
        raise lines.error(message, line, column)
    return reader.grid(text, size, lines.source, cells.places.__getitem__)


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


@dataclass(frozen=True)
class JudgeGrids:
    """The grids of a problem.

    Parameters
    ----------
    problem
        The name of the problem.
    size
        The number of rows and columns.
    symbols
        The characters of the digits.
    empty
        The mark of empty cells.
    space
        What is between the cells of a row, as the format is written.
    gap
        What is between two grids, as the format is written.
    summary
        The summary of the format.
    """

    problem: str
    size: int
    symbols: str
    empty: str
    space: str
    gap: str
    summary: str

    def read(self, lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
        """Read grids of the size."""
        return read_cells(lines, symbols or self.symbols, self.size, self.empty)

    def read_blocks(self, lines: SourceLines) -> Iterator[NDArray[np.uint8]]:
        """Read the remaining grids as arrays of ranks with the shape (grids, cells); there may be none."""
        from sudoku_cp.formats.bulk import read_grid_blocks

        return read_grid_blocks(lines, self.size, self.symbols, self.read)

    def write(self, grids: Iterable[GridText]) -> Iterator[str]:
        """Write grids of the size."""
        for number, grid in enumerate(of_size(self.size, grids, self.problem)):
            yield (self.gap if number else "") + self.rows_of(grid.ranks)

    def rows_of(self, ranks: Iterable[int]) -> str:
        """The lines of a grid."""
        text = bytes(ranks).translate(self._marks).decode()
        rows = (text[start : start + self.size] for start in range(0, self.size**2, self.size))
        return "\n".join([self.space.join(row) for row in rows]) + "\n"

    @cached_property
    def _marks(self) -> bytes:
        return (self.empty + self.symbols).encode().ljust(256)

    @cached_property
    def format(self) -> Format:
        """The format, whose name is that of the problem as one word."""
        name = self.problem.replace(" ", "").lower()
        return Format(name, self.summary, self.read, writer_of_grids(self.write), givens_only=True)


POJ_3076 = JudgeGrids(
    "POJ 3076", 16, "ABCDEFGHIJKLMNOP", "-", "", "\n", "16 lines of A–P, `-` empty, several grids; also AcWing 171"
)
HDU_1426 = JudgeGrids(
    "HDU 1426", 9, "123456789", "?", " ", "\n", "9 lines of 9 digits with spaces, `?` empty, several grids"
)
NOIP_2009 = JudgeGrids(
    "NOIP 2009", 9, "123456789", "0", " ", "", "9 lines of 9 digits with spaces, 0 empty; also AcWing 183"
)

JUDGE_GRIDS = (POJ_3076, HDU_1426, NOIP_2009)
"""All of these formats."""


def read_poj_3074(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read tokens of 81 characters up to ``end``, or the end of input."""
    return of_size(9, _read_tokens(lines, SymbolReader(symbols or ORDER)), "POJ 3074")


def _read_tokens(lines: SourceLines, reader: SymbolReader) -> Generator[GridText, None, bool]:
    """Read as those programs do, which ignore line ends; return whether ``end`` closed the input."""
    for source_line in lines:
        if source_line.is_skipped:
            continue
        for token in _TOKEN.finditer(source_line.text):
            if token[0] == END:
                return True
            yield grid_of(lines, token[0], source_line.number, token.start() + 1, reader)
    return False


def read_blocks_of_poj_3074(lines: SourceLines) -> Iterator[NDArray[np.uint8]]:
    """Read the remaining lines as arrays of ranks with the shape (puzzles, cells); there may be none.

    Raises
    ------
    InputError
        If a line is not a 9×9 puzzle.
    """
    from sudoku_cp.formats.bulk import read_further_blocks

    for block in read_further_blocks(lines, ORDER, read=_read_tokens):
        size = isqrt(block.ranks.shape[1])
        if size != 9:
            raise wrong_size(9, size, "POJ 3074", lines.source, block.first_line)
        yield block.ranks


def write_poj_3074(grids: Iterable[GridText]) -> Iterator[str]:
    """Write lines of 81 characters, and ``end``."""
    for grid in of_size(9, grids, "POJ 3074"):
        yield text_of(grid.ranks, ORDER) + "\n"
    yield END + "\n"


POJ_3074 = Format(
    "poj3074",
    "tokens of 81 characters, usually one a line, closed by `end`",
    read_poj_3074,
    writer_of_grids(write_poj_3074),
    is_line_wise=True,
    givens_only=True,
    samples=(
        "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.\n"
        "..93.7.4.7...4...2......8..9...8......5..61......72...4.....28..3.9...51...2...9.\nend\n",
    ),
)
