"""What every reader makes of a text, against the grids that it was written from."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from math import isqrt

from sudoku_cp.formats import Document, GridText, ParsedPuzzle, read
from sudoku_cp.formats.bulk import read_blocks
from sudoku_cp.formats.bulk_cells import Shape, read_lines
from sudoku_cp.formats.format import refuse_small
from sudoku_cp.formats.loading import sniff
from sudoku_cp.formats.rows import LineRows
from sudoku_cp.model import Cell, InputError, Sudoku
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


def symbols_of(text: Written) -> str | None:
    """The digits that readers are told, if they cannot be detected."""
    has_letters = text.size > 9 and text.name in ("line", "grid", "pencil-marks") and not text.how.startswith("numbers")
    return SYMBOLS if has_letters else None


def readings(text: Written) -> Iterator[tuple[str, Reading]]:
    """Each way to read a text, with what it finds."""
    data = text.text.encode()
    symbols = symbols_of(text)
    yield "recognised", _reading(_ranks(read(BytesIO(data), "p", None, symbols)))
    yield "named", _reading(_ranks(read(BytesIO(data), "p", text.name, symbols)))
    yield "by rows", _reading(_by_rows(data, symbols))
    if text.name == "line":
        yield "in blocks", _reading(_in_blocks(data, symbols))
        yield "in a corpus", _in_corpus(data, text.size)


ALLOWANCE = 1 << 18
"""Bytes that a reader may take for one puzzle and its model, however short its text is."""


def memory_of(text: Written) -> int:
    """The largest number of bytes in use while a text is recognised and read, puzzle by puzzle; its own bytes count.

    `tracemalloc` must be on.
    """
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    with suppress(InputError):
        for _ in read(BytesIO(text.text.encode()), "p", None, symbols_of(text)):
            pass
    return tracemalloc.get_traced_memory()[1] - before


def takes_too_much(text: Written) -> str | None:
    """What is wrong with the memory that a text takes: more than ten times its bytes, and an allowance."""
    length, taken = len(text.text.encode()), memory_of(text)
    if taken <= 10 * length + ALLOWANCE:
        return None
    return f"{text.how} of {length:,} bytes takes {taken:,}: {text.text[:200]!r}"


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
    return tuple(_value(sudoku, cell) for cell in sudoku.grid)


def _value(sudoku: Sudoku, cell: Cell) -> int:
    """What a cell says; see `Ranks`."""
    digits = sudoku.pencilmarks.get(cell, sudoku.digits)
    if cell in sudoku.givens or len(digits) == 1:
        return sudoku.givens.get(cell, digits[0])
    return 0 if len(digits) == len(sudoku.digits) else -sum(1 << digit - 1 for digit in digits)


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
