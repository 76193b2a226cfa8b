"""Documents of SudokuMaker; `sudoku_cp.formats.sudokumaker.reading` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.addresses import is_address, kind_of
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle
from sudoku_cp.formats.json_shapes import is_of
from sudoku_cp.formats.source_lines import SourceLines


def _starts(text: str) -> bool:
    return is_address(text.strip()) and kind_of(text.strip()) == "sudokumaker"


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.sudokumaker import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.sudokumaker import writing

    return writing.write(puzzles)


def _write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.sudokumaker import writing

    return writing.write_addresses(puzzles)


FORMAT = Format(
    "sudokumaker",
    "SudokuMaker: a JSON document, or an address that holds one, but for constraints with code of their own; "
    "written as JSON",
    _read,
    _write,
    starts=_starts,
    recognises=is_of("sudokumaker"),
    is_line_wise=True,
    samples=(
        '{"formatVersion":"1.5.0","puzzle":{"name":"Small","cells":[{},{"value":2,"given":true},{},{},{}'
        ',{},{},{},{},{},{},{},{},{},{},{}],"constraints":[{"type":0},{"type":1,"regions":[0,0,1,1,0,0,1'
        ",1,2,2,3,3,2,2,3,3]}]}}\n",
    ),
)

ADDRESSES = Format(
    "sudokumaker-address",
    "the same, written as addresses",
    _read,
    _write_addresses,
    is_line_wise=True,
)
