"""Constraint strings of Interactive Sudoku Solver; `sudoku_cp.formats.iss.reading` describes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sudoku_cp.formats.addresses import kind_of
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle
from sudoku_cp.formats.source_lines import SourceLines

_STRING = re.compile(r"\s*\.(?:~[RrV]|[A-Z][A-Za-z]*~|(?:Or|And)\.|[A-Z][a-z][A-Za-z]+(?:[.\s]|$))")
_ADDRESS = re.compile(r"\s*https?://[^?#]*/Interactive-Sudoku-Solver(?:/|$|\?)", re.IGNORECASE)


def is_constraint_string(text: str) -> bool:
    """Return whether a text is such a string, or an address of the solver that does not hold the digits of a grid.

    >>> is_constraint_string(".~R1C1_5.AntiKnight"), is_constraint_string(".5..7....")
    (True, False)
    """
    return bool(_STRING.match(text) or (_ADDRESS.match(text) and kind_of(text) != "digits"))


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.iss import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.iss import writing

    return writing.write(puzzles)


FORMAT = Format(
    "iss",
    "Interactive Sudoku Solver: a constraint string such as `.~R1C1_5.Cage~10~R1C2~R1C3`, or an address that holds it",
    _read,
    _write,
    starts=is_constraint_string,
    is_line_wise=True,
    samples=(".~R1C1_5.Cage~10~R1C2~R1C3\n",),
)
