"""NOIP 2009 "target sudoku", also AcWing 183: 9 lines of 9 digits with spaces, 0 empty; grids may follow each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.grid import read_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import SymbolReader

SYMBOLS = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read 9×9 grids."""
    return read_grids(lines, SymbolReader(symbols or SYMBOLS), 9, dash_is_empty=False)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write 9×9 grids with spaces and 0, one directly after the other."""
    for grid in of_size(9, grids, "NOIP 2009"):
        yield "".join([" ".join(map(str, row)) + "\n" for row in grid.rows])
