"""POJ 3076, also AcWing 171: 16 lines of A–P with ``-`` for an empty cell, and a blank line between grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size, read_cells
from sudoku_cp.formats.source_lines import SourceLines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYMBOLS = "ABCDEFGHIJKLMNOP"

_MARKS = ("-" + SYMBOLS).encode().ljust(256)


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read 16×16 grids."""
    return read_cells(lines, symbols or SYMBOLS, 16, "-")


def read_blocks(lines: SourceLines) -> Iterator[NDArray[np.uint8]]:
    """Read the remaining grids as arrays of ranks with the shape (grids, cells); there may be none."""
    from sudoku_cp.formats.bulk_grids import read_grid_blocks

    return read_grid_blocks(lines, 16, SYMBOLS, read)


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write 16×16 grids in A–P."""
    for number, grid in enumerate(of_size(16, grids, "POJ 3076")):
        yield ("\n" if number else "") + rows_of(grid.ranks)


def rows_of(ranks: Iterable[int]) -> str:
    """The lines of a grid."""
    text = bytes(ranks).translate(_MARKS).decode()
    return "\n".join([text[start : start + 16] for start in range(0, 256, 16)]) + "\n"


FORMAT = Format(
    "poj3076",
    "16 lines of A–P, `-` empty, several grids; also AcWing 171",
    read,
    writer_of_grids(write),
    givens_only=True,
)
