"""POJ 3074: one 9×9 puzzle on each line, with ``.`` for an empty cell; ``end`` closes the input.

Programs for this judge read tokens separated by any white space, and so does this reader.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING

from sudoku_cp.formats import line
from sudoku_cp.formats.format import Format, writer_of_grids
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.judge_grids import of_size, wrong_size
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.formats.symbols import SymbolReader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYMBOLS = "123456789"

_TOKEN = re.compile(r"\S+")


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[GridText]:
    """Read tokens of 81 characters up to ``end``, or the end of input."""
    return of_size(9, _read_tokens(lines, SymbolReader(symbols or SYMBOLS)), "POJ 3074")


def _read_tokens(lines: SourceLines, reader: SymbolReader) -> Generator[GridText, None, bool]:
    """Read as those programs do, which ignore line ends; return whether ``end`` closed the input."""
    for source_line in lines:
        if source_line.is_skipped:
            continue
        for token in _TOKEN.finditer(source_line.text):
            if token[0] == line.END:
                return True
            yield line.grid_of(lines, token[0], source_line.number, token.start() + 1, reader)
    return False


def read_blocks(lines: SourceLines) -> Iterator[NDArray[np.uint8]]:
    """Read the remaining lines as arrays of ranks with the shape (puzzles, cells); there may be none.

    Raises
    ------
    InputError
        If a line is not a 9×9 puzzle.
    """
    from sudoku_cp.formats.bulk import read_further_blocks

    for block in read_further_blocks(lines, SYMBOLS, read=_read_tokens):
        size = isqrt(block.ranks.shape[1])
        if size != 9:
            raise wrong_size(9, size, "POJ 3074", lines.source, block.first_line)
        yield block.ranks


def write(grids: Iterable[GridText]) -> Iterator[str]:
    """Write lines of 81 characters, and ``end``."""
    for grid in of_size(9, grids, "POJ 3074"):
        yield line.text_of(grid.ranks, SYMBOLS) + "\n"
    yield line.END + "\n"


FORMAT = Format(
    "poj3074",
    "tokens of 81 characters, usually one a line, closed by `end`",
    read,
    writer_of_grids(write),
    is_line_wise=True,
    givens_only=True,
)
