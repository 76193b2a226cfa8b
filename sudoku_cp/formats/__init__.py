r"""Reading and writing puzzles: each format declares its `Format` in a file of its own, and sniffing picks one.

`FORMATS` has all of them by name, and ``sudoku-cp formats`` lists them. `load` returns the puzzle in a file as a model;
`read` yields the puzzles in a stream one by one:

>>> from io import BytesIO
>>> grid, = read(BytesIO(b"12..\n..12\n2...\n...."))
>>> print("".join(write([grid], "line")), end="")
12....122.......
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, overload

from sudoku_cp._base.lazy import LazyNames
from sudoku_cp.model import Board, Model

with LazyNames(globals(), public=("as_model",)):
    from sudoku_cp.formats.document import Document as Document
    from sudoku_cp.formats.format import (
        Format as Format,
        ParsedPuzzle as ParsedPuzzle,
        Peek as Peek,
        Reader as Reader,
        Writer as Writer,
        writer_of_grids as writer_of_grids,
    )
    from sudoku_cp.formats.loading import (
        load as load,
        load_all as load_all,
        read as read,
        sniff as sniff,
        write as write,
    )
    from sudoku_cp.formats.registry import (
        FORMATS as FORMATS,
        WRITABLE as WRITABLE,
        format_named as format_named,
        writable_format as writable_format,
    )
    from sudoku_cp.formats.source_lines import SourceLine as SourceLine, SourceLines as SourceLines
    from sudoku_cp.formats.symbols import GridText as GridText, givens as givens, grid_text as grid_text


@overload
def as_model(puzzle: Board | str | PathLike[str] | Iterable[Any]) -> Board: ...
@overload
def as_model(puzzle: Model | str | PathLike[str] | Iterable[Any]) -> Model: ...
def as_model(puzzle: Model | str | PathLike[str] | Iterable[Any]) -> Model:
    """The model of a puzzle: a model as it is, and anything else as `load` reads it.

    Parameters
    ----------
    puzzle
        A model; or the path of a file, the name of a puzzle that comes with the package, or the text of a puzzle; or
        lists or an array of digits.

    Returns
    -------
    Model
        The model, with givens and clues.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read as a puzzle, or it holds several.

    >>> as_model("12..............").givens
    {r1c1: 1, r1c2: 2}
    """
    if isinstance(puzzle, Model):
        return puzzle
    from sudoku_cp.formats.loading import load

    return load(puzzle)
