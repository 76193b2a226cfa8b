"""What a format declares in its own file: its name and a summary, and how it is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.plain_grids import plain_grid
from sudoku_cp.formats.source_lines import SourceLine, SourceLines

Puzzle: TypeAlias = GridText | Document
"""What readers yield."""

Reader: TypeAlias = Callable[[SourceLines, str | None], Iterator[Puzzle]]
"""Reads puzzles lazily from lines; the text holds the symbols of the digits, None to find them out."""

Writer: TypeAlias = Callable[[Iterable[Puzzle]], Iterator[str]]
"""Writes puzzles lazily, piece by piece."""

Peek: TypeAlias = Callable[[int], SourceLine | None]
"""Gives the line that many lines below the first one of interest; None after the last."""


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True)
class Format:
    """A way to write puzzles as text.

    Parameters
    ----------
    name
        What ``--input-format`` and ``--to`` call it.
    summary
        A text of one line for ``sudoku-cp formats`` and the README.
    read
        Yields the puzzles of a text; it raises `InputError` at what is none.
    write
        Yields the text of puzzles; None for a format that is only read.
    starts
        Says whether the first line that is neither blank nor a comment is enough to recognise the format. A puzzle in
        one line is then answered before there is a second line.
    recognises
        Says so after looking at further lines, where no format is recognised by the first one.
    is_line_wise
        Whether a puzzle may be one line, and lines are independent of each other.
    givens_only
        Whether a puzzle is a grid of givens and no more.
    has_solution
        Whether a puzzle has a place for its solution.
    has_one
        Whether a text holds one puzzle.
    """

    name: str
    summary: str
    read: Reader
    write: Writer | None = None
    starts: Callable[[str], bool] = _never
    recognises: Callable[[Peek], bool] = _never
    is_line_wise: bool = False
    givens_only: bool = False
    has_solution: bool = False
    has_one: bool = False


def writer_of_grids(write: Callable[[Iterable[GridText]], Iterator[str]]) -> Writer:
    """A writer of grids as a writer of puzzles; it refuses those that are more than a grid."""
    return lambda puzzles: write(map(plain_grid, puzzles))
