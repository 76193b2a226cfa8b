"""Documents of SudokuPad; `sudoku_cp.formats.sudokupad.reading` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.addresses import is_address, kind_of
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle
from sudoku_cp.formats.json_shapes import is_of
from sudoku_cp.formats.source_lines import SourceLines


def _starts(text: str) -> bool:
    return is_address(text.strip()) and kind_of(text.strip()) in ("sudokupad", "scf")


def _read(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.sudokupad import reading

    return reading.read(lines, symbols)


def _write(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.sudokupad import writing

    return writing.write(puzzles)


def _write_addresses(puzzles: Iterable[ParsedPuzzle]) -> Iterator[str]:
    from sudoku_cp.formats.sudokupad import writing

    return writing.write_addresses(puzzles)


FORMAT = Format(
    "sudokupad",
    "SudokuPad: a JSON document, or an address that holds it: digits, regions, cages, and drawings whose rules its "
    "text says; written as JSON",
    _read,
    _write,
    starts=_starts,
    recognises=is_of("sudokupad"),
    is_line_wise=True,
    has_solution=True,
    samples=(
        '{"cells":[[{"value":1},{"value":2},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":1}]],"'
        'regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],'
        "[2,3],[3,2],[3,3]]]}\n",
    ),
)


def _read_bench(lines: SourceLines, symbols: str | None) -> Iterator[Document]:
    from sudoku_cp.formats.drawn import bench

    return bench.read(lines, symbols)


BENCH = Format(
    "sudoku-bench",
    "Sudoku-Bench: JSON objects, one a line, with a board, rules in words and a drawing; only read",
    _read_bench,
    recognises=is_of("sudoku-bench"),
    is_line_wise=True,
    samples=(
        '{"rules":"Normal sudoku rules apply.","rows":4,"cols":4,"initial_board":"1234............",'
        '"solution":"1234341221434321","visual_elements":"[]"}\n',
    ),
)
"""Rows of a data set of drawn puzzles."""

ADDRESSES = Format(
    "sudokupad-address",
    "the same, written as addresses",
    _read,
    _write_addresses,
    is_line_wise=True,
    has_solution=True,
)
