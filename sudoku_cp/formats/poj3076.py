"""POJ 3076, also AcWing 171: 16 lines of A–P, ``-`` empty, and a blank line between grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.grid import read_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size
from sudoku_cp.formats.line import text_of
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import SymbolReader

SYMBOLS = "ABCDEFGHIJKLMNOP"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read 16×16 grids."""
    return read_grids(lines, SymbolReader(symbols or SYMBOLS), 16, dash_is_empty=True)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write 16×16 grids in A–P."""
    for number, grid in enumerate(of_size(16, grids, "POJ 3076")):
        yield ("\n" if number else "") + rows_of(grid.rows)


def rows_of(rows: Iterable[Iterable[int]]) -> str:
    """The lines of a grid."""
    return "".join([text_of(row, SYMBOLS).replace(".", "-") + "\n" for row in rows])
