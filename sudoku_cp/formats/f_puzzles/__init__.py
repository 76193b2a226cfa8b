"""Documents of f-puzzles; `sudoku_cp.formats.f_puzzles.reading` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudoku_cp.formats.addresses import is_address, kind_of
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.format import Format, ParsedPuzzle, Peek
from sudoku_cp.formats.json_shapes import is_object, is_of
from sudoku_cp.formats.source_lines import SourceLines


def _starts(text: str) -> bool:
    return is_address(text.strip()) and kind_of(text.strip()) == "f-puzzles"


def _explains(peek: Peek) -> bool:
    """Take objects and addresses that no format recognises."""
    first = peek(0)
    return first is not None and (is_object(peek) or is_address(first.text.strip()))


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
    recognises=is_of("f-puzzles"),
    is_line_wise=True,
    has_solution=True,
    explains=_explains,
    samples=(
        '{"size":4,"grid":[[{"value":1,"given":true},{"value":2,"given":true},{},{}],[{},{},{},{}],[{},{},{},{}],'
        '[{},{},{},{"value":1,"given":true}]],"killercage":[{"cells":["R2C1","R2C2"],"value":"7"}]}\n',
        "https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO9wFcATAewGt8RUBzAJwkIQG1HQA3AQy31wEZqJWMAHYI0NbgF9kbTtwQAm"
        "foJHwxk6VOASAushabNIDl15Lho8TEPG58RSCoDzqyzr0yTCsyrVXpR2VMHJx9XDQ1dfXCPW3tHZQt1GKD4518dbQkgA\n",
    ),
)

ADDRESSES = Format(
    "f-puzzles-address",
    "the same, written as addresses",
    _read,
    _write_addresses,
    is_line_wise=True,
    has_solution=True,
)
