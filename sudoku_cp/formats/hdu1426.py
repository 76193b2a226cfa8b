"""HDU 1426: 9 lines of 9 digits with spaces, ``?`` empty, and a blank line between grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size, read_cells
from sudoku_cp.formats.source_lines import SourceLines

SYMBOLS = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read 9×9 grids."""
    return read_cells(lines, symbols or SYMBOLS, 9, "?")


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write 9×9 grids with spaces and ``?``."""
    for number, grid in enumerate(of_size(9, grids, "HDU 1426")):
        yield ("\n" if number else "") + rows_of(grid.rows)


def rows_of(rows: Iterable[Iterable[int]]) -> str:
    """The lines of a grid."""
    return "".join([" ".join(["?123456789"[rank] for rank in row]) + "\n" for row in rows])


FORMAT = Format(
    "hdu1426",
    "9 lines of 9 digits with spaces, `?` empty, several grids",
    read,
    writer_of_grids(write),
    givens_only=True,
)
