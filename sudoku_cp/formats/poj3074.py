"""POJ 3074: a 9×9 puzzle a line, ``.`` empty; a line ``end`` closes the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING

from sudoku_cp.formats import line
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size, wrong_size
from sudoku_cp.formats.source_lines import SourceLines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYMBOLS = "123456789"


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read lines of 81 characters up to ``end``, or the end of input."""
    return of_size(9, line.read(lines, symbols or SYMBOLS), "POJ 3074")


def read_blocks(lines: SourceLines) -> Iterator[NDArray[np.uint8]]:
    """Read the lines that are left as ranks, puzzles × cells; there may be none."""
    from sudoku_cp.formats.bulk import read_further_blocks

    for block in read_further_blocks(lines, SYMBOLS):
        size = isqrt(block.ranks.shape[1])
        if size != 9:
            raise wrong_size(9, size, "POJ 3074", lines.source, block.first_line)
        yield block.ranks


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write lines of 81 characters, and ``end``."""
    for grid in of_size(9, grids, "POJ 3074"):
        yield line.text_of(grid.ranks, SYMBOLS) + "\n"
    yield line.END + "\n"
