r"""Reading and writing puzzles: each format declares its `Format` in a file of its own, and sniffing picks one.

`FORMATS` has all of them by name, and ``sudoku-cp formats`` lists them. `load` returns the puzzle in a file as a model;
`read` yields the puzzles in a stream one by one:

>>> from io import BytesIO
>>> grid, = read(BytesIO(b"12..\n..12\n2...\n...."))
>>> print("".join(write([grid], "line")), end="")
12....122.......
"""

from typing import TYPE_CHECKING

from sudoku_cp._base.lazy import lazy_names
from sudoku_cp.formats.grid_text import GridText, givens, grid_text

if TYPE_CHECKING:
    from sudoku_cp.formats.document import Document
    from sudoku_cp.formats.format import Format, Peek, Puzzle, Reader, Writer, writer_of_grids
    from sudoku_cp.formats.loading import load, load_all
    from sudoku_cp.formats.registry import FORMATS, WRITABLE, format_named, writable_format
    from sudoku_cp.formats.source_lines import SourceLine, SourceLines
    from sudoku_cp.formats.streams import read, sniff, write
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "sudoku_cp.formats.document": "Document",
            "sudoku_cp.formats.format": "Format Peek Puzzle Reader Writer writer_of_grids",
            "sudoku_cp.formats.loading": "load load_all",
            "sudoku_cp.formats.registry": "FORMATS WRITABLE format_named writable_format",
            "sudoku_cp.formats.source_lines": "SourceLine SourceLines",
            "sudoku_cp.formats.streams": "read sniff write",
        },
    )

__all__ = [
    "FORMATS",
    "WRITABLE",
    "Document",
    "Format",
    "GridText",
    "Peek",
    "Puzzle",
    "Reader",
    "SourceLine",
    "SourceLines",
    "Writer",
    "format_named",
    "givens",
    "grid_text",
    "load",
    "load_all",
    "read",
    "sniff",
    "writable_format",
    "write",
    "writer_of_grids",
]
