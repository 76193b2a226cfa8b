"""The exchange format of pencilmark; `sudoku_cp.formats.pencilmark.reading` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle
from sudoku_cp.formats.json_shapes import is_of
from sudoku_cp.formats.source_lines import SourceLines


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.pencilmark import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.pencilmark import writing

    return writing.write(puzzles)


FORMAT = Format(
    "pencilmark",
    "pencilmark: its exchange format `sudoku-puzzle`, a JSON document with all rules of a puzzle",
    _read,
    _write,
    recognises=is_of("pencilmark"),
    is_line_wise=True,
    has_solution=True,
    samples=(
        '{"format": "sudoku-puzzle", "format_version": 1, "board": {"rows": 4, "cols": 4}, "digits": 4, "givens": '
        '[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], "rules": [{"type": "box_grid", "origin": "r1c1", '
        '"box": [2, 2]}, '
        '{"type": "line", "kind": "thermo", "cells": ["r1c2", "r1c3", "r1c4"]}]}\n',
    ),
)
