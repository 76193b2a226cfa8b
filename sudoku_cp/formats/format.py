"""The declaration of a format in its own file: its name, summary, recognition, reader and writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sudoku_cp.formats.grid_text import GridText
from sudoku_cp.formats.source_lines import SourceLine, SourceLines

if TYPE_CHECKING:
    from sudoku_cp.formats.document import Document

Puzzle: TypeAlias = "GridText | Document"
"""The puzzles that readers yield."""

Reader: TypeAlias = Callable[[SourceLines, str | None], Iterator[Puzzle]]
"""Reads puzzles lazily from lines; the string has the symbols of the digits, None to detect them."""

Writer: TypeAlias = Callable[[Iterable[Puzzle]], Iterator[str]]
"""Writes puzzles lazily, piece by piece."""

Peek: TypeAlias = Callable[[int], SourceLine | None]
"""Returns the line at an offset from the first line of interest; None after the last."""


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True)
class Format:
    """A way to write puzzles as text.

    Parameters
    ----------
    name
        The name for ``--input-format`` and ``--to``.
    summary
        A description in one line for ``sudoku-cp formats`` and the table in ``docs/``.
    read
        Yields the puzzles of a text, and raises `InputError` at the first text that is not a puzzle.
    write
        Yields the text of puzzles; None for a read-only format.
    starts
        Returns whether the first line that is neither blank nor a comment is enough to recognise the format. A puzzle
        on one line can then be answered before a second line arrives.
    recognises
        Does the same by looking at further lines, if no format is recognised by the first one.
    is_line_wise
        Whether a puzzle may fit on one line, and lines are independent of each other.
    givens_only
        Whether a puzzle is a grid of givens and nothing else.
    has_solution
        Whether a puzzle has a place for its solution.
    has_one
        Whether a text holds a single puzzle.
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
    """Turn a writer of grids into a writer of puzzles.

    Parameters
    ----------
    write
        Yields the text of grids.

    Returns
    -------
    Writer
        A function that yields the text of puzzles, and raises `ModelError` for a puzzle that is more than a grid.
    """

    def write_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
        from sudoku_cp.formats.plain_grids import plain_grid

        return write(map(plain_grid, puzzles))

    return write_puzzles
