"""What every reader makes of a text, against the grids that it was written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from math import isqrt

from sudoku_cp.formats import Document, GridText, ParsedPuzzle, read
from sudoku_cp.formats.bulk import read_blocks
from sudoku_cp.formats.bulk_cells import Shape, read_lines
from sudoku_cp.formats.format import refuse_small
from sudoku_cp.formats.loading import sniff
from sudoku_cp.formats.rows import LineRows
from sudoku_cp.model import InputError
from sudoku_cp.model.sudoku import single_grid
from tests.support.text_forms import SYMBOLS, Ranks, Written

Reading = tuple[list[Ranks], str | None]
"""The grids, and the message of the error after them."""


LINE_BY_LINE = ("by rows", "in a corpus")
"""The readings that go on after an error."""


def wrong_readings(text: Written) -> list[str]:
    """The readings with other grids than those of the text."""
    return [
        f"{how} of {text.how}: {text.text!r} is read as {found}, {error}, not {text.grids}"
        for how, (found, error) in readings(text)
        if not is_right(text, found, error, goes_on=how in LINE_BY_LINE)
    ]


def is_right(text: Written, found: list[Ranks], error: str | None, *, goes_on: bool = False) -> bool:
    """Whether grids are those of the text; with an error after them, the first ones, or any if reading goes on."""
    wanted = list(text.grids)
    if error is None:
        return found == wanted
    if not goes_on:
        return found == wanted[: len(found)]
    left = iter(wanted)
    return all(grid in left for grid in found)


def readings(text: Written) -> Iterator[tuple[str, Reading]]:
    """Each way to read a text, with what it finds."""
    data = text.text.encode()
    has_letters = text.size > 9 and text.name in ("line", "grid") and not text.how.startswith("numbers")
    symbols = SYMBOLS if has_letters else None
    yield "recognised", _reading(_ranks(read(BytesIO(data), "p", None, symbols)))
    yield "named", _reading(_ranks(read(BytesIO(data), "p", text.name, symbols)))
    yield "by rows", _reading(_by_rows(data, symbols))
    if text.name == "line":
        yield "in blocks", _reading(_in_blocks(data, symbols))
        yield "in a corpus", _in_corpus(data, text.size)


def _reading(puzzles: Iterable[Ranks]) -> Reading:
    found: list[Ranks] = []
    try:
        found.extend(puzzles)
    except InputError as error:
        return found, str(error)
    return found, None


def _ranks(puzzles: Iterable[ParsedPuzzle]) -> Iterator[Ranks]:
    return map(_ranks_of, puzzles)


def _ranks_of(puzzle: ParsedPuzzle) -> Ranks:
    if isinstance(puzzle, GridText):
        return _fitting(puzzle.ranks, puzzle.size)
    assert isinstance(puzzle, Document)
    sudoku = single_grid(puzzle.model)
    assert not sudoku.clues
    return tuple(sudoku.givens.get(cell, 0) for cell in sudoku.grid)


def _fitting(ranks: Ranks, size: int) -> Ranks:
    if max(ranks) > size:
        raise InputError("more digits than the model of that size has")
    return ranks


def _by_rows(data: bytes, symbols: str | None) -> Iterator[Ranks]:
    """As ``--errors skip`` reads: each line by itself, in the format that is recognised."""
    name, stream = sniff(BytesIO(data), "p")
    if name not in ("line", "poj3074", "leetcode37", "variant-line", "tatham"):
        raise InputError("not line by line")
    error: InputError | None = None
    for row in LineRows(stream, "p"):
        if not row.text:
            continue
        try:
            for puzzle in read(BytesIO(row.text.encode()), "p", name, symbols):
                refuse_small(puzzle)
                yield _ranks_of(puzzle)
        except InputError as found:
            error = found
    if error is not None:
        raise error


def _in_blocks(data: bytes, symbols: str | None) -> Iterator[Ranks]:
    for block in read_blocks(BytesIO(data), "p", symbols):
        yield from (_fitting(tuple(row), isqrt(len(row))) for row in block.ranks.tolist())


def _in_corpus(data: bytes, size: int) -> Reading:
    text = data if data.endswith(b"\n") else data + b"\n"
    cells, _ = read_lines(text, Shape(size * size, SYMBOLS[:size]))
    faults = "; ".join(fault.message for fault in cells.faults)
    return [tuple(row) for row in cells.ranks.tolist()], faults or None
