"""NOIP 2009 "target sudoku", also AcWing 183: grids of 9 lines with 9 digits and spaces, 0 for an empty cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size, read_cells
from sudoku_cp.formats.source_lines import SourceLines

SYMBOLS = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read 9×9 grids."""
    return read_cells(lines, symbols or SYMBOLS, 9, "0")


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write 9×9 grids with spaces and 0, one directly after the other."""
    for grid in of_size(9, grids, "NOIP 2009"):
        yield "".join([" ".join(map(str, row)) + "\n" for row in grid.rows])


FORMAT = Format(
    "noip2009",
    "9 lines of 9 digits with spaces, 0 empty; also AcWing 183",
    read,
    writer_of_grids(write),
    givens_only=True,
)
