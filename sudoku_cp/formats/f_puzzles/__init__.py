"""Documents of f-puzzles; `sudoku_cp.formats.f_puzzles.reading` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.addresses import is_address, kind_of
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle, Peek
from sudoku_cp.formats.source_lines import SourceLines


def _starts(text: str) -> bool:
    return is_address(text.strip()) and kind_of(text.strip()) == "f-puzzles"


def _recognises(peek: Peek) -> bool:
    """Recognise any JSON object; SudokuPad is asked first and takes its own."""
    first = peek(0)
    return first is not None and first.text.lstrip().startswith("{")


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.f_puzzles import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.f_puzzles import writing

    return writing.write(puzzles)


def _write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.f_puzzles import writing

    return writing.write_addresses(puzzles)


FORMAT = Format(
    "f-puzzles",
    "f-puzzles: a JSON document, its payload, or an address (also of SudokuPad) that holds one; written as JSON",
    _read,
    _write,
    starts=_starts,
    recognises=_recognises,
    is_line_wise=True,
    has_solution=True,
)

ADDRESSES = Format(
    "f-puzzles-address",
    "the same, written as addresses",
    _read,
    _write_addresses,
    is_line_wise=True,
    has_solution=True,
)
