r"""Reading and writing puzzles: each format declares its `Format` in a file of its own, and sniffing picks one.

`FORMATS` has all of them by name, and ``sudoku-cp formats`` lists them. `load` returns the puzzle in a file as a model;
`read` yields the puzzles in a stream one by one:

>>> from io import BytesIO
>>> grid, = read(BytesIO(b"12..\n..12\n2...\n...."))
>>> print("".join(write([grid], "line")), end="")
12....122.......
"""

from sudoku_cp._base.lazy import LazyNames
from sudoku_cp.formats.grid_text import GridText as GridText, givens as givens, grid_text as grid_text

with LazyNames(globals(), public=("GridText", "givens", "grid_text")):
    from sudoku_cp.formats.document import Document as Document
    from sudoku_cp.formats.format import (
        Format as Format,
        Peek as Peek,
        Puzzle as Puzzle,
        Reader as Reader,
        Writer as Writer,
        writer_of_grids as writer_of_grids,
    )
    from sudoku_cp.formats.loading import load as load, load_all as load_all
    from sudoku_cp.formats.registry import (
        FORMATS as FORMATS,
        WRITABLE as WRITABLE,
        format_named as format_named,
        writable_format as writable_format,
    )
    from sudoku_cp.formats.source_lines import SourceLine as SourceLine, SourceLines as SourceLines
    from sudoku_cp.formats.streams import read as read, sniff as sniff, write as write
