"""Fast reading of files with one puzzle on each line, or with many grids of one layout: blocks become NumPy arrays.

The puzzles and errors of lines are those of `sudoku_cp.formats.line`: that reader handles everything but runs of lines
of one shape. Grids of one layout have rows without spaces, and a blank line between two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import isqrt
from typing import BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.formats import line
from sudoku_cp.formats.format import small_error
from sudoku_cp.formats.source_lines import MAX_LINE, SourceLines, chain_streams
from sudoku_cp.formats.symbols import GridText, SymbolReader, rank_table
from sudoku_cp.formats.text_lines import FIELD, RULING_MARKS
from sudoku_cp.model import InputError
from sudoku_cp.model.board import MAX_SIZE

_CELL, _NO_CELL, DIVIDER, _NEWLINE, _OTHER = 0, 252, 253, 254, 255
_KINDS = bytearray([_CELL] * 128 + [_OTHER] * 128)
for _byte in b"\t\r\x1f :,;":
    _KINDS[_byte] = DIVIDER
_KINDS[ord("\n")] = _NEWLINE
for _byte in b"\0#\v\f\x1c\x1d\x1e":
    _KINDS[_byte] = _OTHER
"""The classes of bytes in a line: a cell, a field separator, a line end, or a case for the careful reader. A character
that is not a cell for the known symbols may still follow the cells."""

_NEWLINE_CODE = 255

Read: TypeAlias = Callable[[SourceLines, SymbolReader], Generator[GridText, None, bool]]
"""Reads puzzles one by one, and returns whether a line closed the input."""


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Puzzles of successive lines.

    Parameters
    ----------
    first_line
        The line number of the first puzzle; the others are on the lines after it.
    ranks
        An array of shape (puzzles, cells); 0 is an empty cell, k the k-th digit.
    symbols
        The characters of rank 1, 2, …
    """

    first_line: int
    ranks: NDArray[np.uint8]
    symbols: str


def read_blocks(
    stream: BinaryIO,
    source: str = "<stdin>",
    symbols: str | None = None,
    block_lines: int = 16384,
) -> Iterator[LineBlock]:
    """Read one puzzle from each line, as the format ``line`` does, in blocks.

    Parameters
    ----------
    block_lines
        The largest number of lines in a block, for lines of 81 characters; a block from a pipe has the lines that are
        available.

    Raises
    ------
    InputError
        At the first text that is not a puzzle, after the puzzles before it; or if there is no puzzle.
    """
    blocks = _small_ones_alone(read_further_blocks(SourceLines(stream, source), symbols, block_lines), source)
    first = next(blocks, None)
    if first is None:
        raise InputError("no puzzle found", source)
    yield first
    yield from blocks


def _small_ones_alone(blocks: Iterator[LineBlock], source: str) -> Iterator[LineBlock]:
    """Pass on blocks as `sudoku_cp.formats.format` passes on puzzles of a named format."""
    before = 0
    waiting: LineBlock | None = None
    error: InputError | None = None
    while error is None:
        try:
            block = next(blocks, None)
        except InputError as found:
            block, error = None, found
        cells = 0 if block is None else block.ranks.shape[1]
        if waiting is not None:
            if cells not in (0, before):
                raise small_error(isqrt(before), source, waiting.first_line)
            if error is None:
                yield waiting
            waiting = None
        if block is None:
            break
        if cells < FIELD:
            if before not in (0, cells):
                raise small_error(isqrt(cells), source, block.first_line)
            last = len(block.ranks) - 1
            if last:
                yield LineBlock(block.first_line, block.ranks[:last], block.symbols)
            waiting = LineBlock(block.first_line + last, block.ranks[last:], block.symbols)
        else:
            yield block
        before = cells
    if error is not None:
        raise error


def read_further_blocks(
    lines: SourceLines, symbols: str | None = None, block_lines: int = 16384, read: Read | None = None
) -> Iterator[LineBlock]:
    """Read the remaining lines as `read_blocks` does; there may be none.

    Parameters
    ----------
    read
        The reader for all lines except those that contain just a puzzle. None stands for the reader of the format
        ``line``, which skips text after a puzzle.
    """
    reader, number = SymbolReader(symbols), lines.next_number
    for data in whole_lines(lines.rest(), block_lines * 82):
        count = yield from _blocks(data, lines.source, number, reader, read)
        if count is None:
            return
        number += count


def whole_lines(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """The stream in pieces that end at the end of a line; a line that is too long is a piece of its own."""
    read = getattr(stream, "read1", stream.read)
    rest = b""
    while data := read(size):
        cut = data.rfind(b"\n") + 1
        if cut:
            yield rest + data[:cut]
            rest = data[cut:]
        else:
            rest += data
            if len(rest) > MAX_LINE:
                break
    if rest:
        yield rest


def _blocks(
    data: bytes, source: str, number: int, reader: SymbolReader, careful: Read | None
) -> Generator[LineBlock, None, int | None]:
    """Yield the puzzles of some lines; return the number of lines, or None if one of them ends the input."""
    size, stride = _first_shape(data)
    if careful is not None and stride != size * size + 1:
        size = 0
    rows = len(data) // stride if size else 0
    read = 0
    while read < rows:
        block = _block(data, size, stride, range(read, rows), source, number, reader)
        if block is None:
            break
        yield block
        read += len(block.ranks)
    rest = data[read * stride :]
    if not rest:
        return read
    lines = SourceLines(BytesIO(rest), source, number + read)
    ended = yield from _carefully((careful or line.read_with)(lines, reader))
    return None if ended else read + rest.count(b"\n")


def _first_shape(data: bytes) -> tuple[int, int]:
    """The size of the puzzle in the first line, 0 if it has none of a usual size, and the length of that line."""
    stride = data.find(b"\n") + 1
    kinds = data[:stride].translate(_KINDS)
    cells = stride - len(kinds.lstrip(bytes([_CELL])))
    size = isqrt(cells)
    is_puzzle = FIELD <= cells == size * size and size <= MAX_SIZE and cells not in line.MARKS
    return (size if is_puzzle and stride <= MAX_LINE else 0), stride


def _block(
    data: bytes, size: int, stride: int, rows: range, source: str, number: int, reader: SymbolReader
) -> LineBlock | None:
    """The puzzles from the first row on that use the same symbols; None if the first row is not a puzzle."""
    cells = size * size

    def symbols_of(row: int) -> str | None:
        line = data[row * stride : (row + 1) * stride]
        if not _uniform_rows(line.translate(_KINDS), stride, cells, _CELL):
            return None
        return reader.symbols_for(line[:cells].decode(), size, source, number + row)

    symbols, stop = symbols_of(rows.start), rows.stop
    if symbols is None:
        return None
    if reader.may_change(size):
        stop = rows.start + 1
        while stop < rows.stop and symbols_of(stop) == symbols:
            stop += 1
    first = data[rows.start * stride : rows.start * stride + cells]
    may_be_ruled = any(mark.encode() in first for mark in RULING_MARKS)
    coded = data[rows.start * stride : stop * stride].translate(codes(symbols, with_rulings=may_be_ruled))
    uniform = _uniform_rows(coded, stride, cells, MAX_SIZE)
    if not uniform:
        return None
    table = np.frombuffer(coded, np.uint8, uniform * stride).reshape(-1, stride)
    ranks, begin = table[:, :cells], rows.start * stride
    starts = np.arange(0, uniform * stride, stride)
    doubtful = have_rulings(data, begin + starts, ranks) if may_be_ruled else np.zeros(uniform, bool)
    if cells + 1 < stride:
        doubtful |= have_more_cells(table.reshape(-1), starts, starts + stride - 1, ranks)
    if doubtful.any():
        ranks = ranks[: int(doubtful.argmax())]
    if not len(ranks):
        return None
    return LineBlock(number + rows.start, np.ascontiguousarray(ranks), symbols)


def have_rulings(text: bytes, starts: NDArray[np.int64], ranks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which puzzles have no digits, and marks that draw frames, so that they may be lines of a frame.

    Parameters
    ----------
    text
        A text with the puzzles.
    starts
        The place of each.
    ranks
        The puzzles.
    """
    found = np.zeros(len(starts), bool)
    first, last = (int(starts[0]), int(starts[-1]) + ranks.shape[1]) if len(starts) else (0, 0)
    if any(text.find(mark.encode(), first, last) >= 0 for mark in RULING_MARKS):
        rulings = np.frombuffer(RULING_MARKS.encode(), np.uint8)
        for puzzle in np.flatnonzero(~ranks.any(axis=1)).tolist():
            marks = np.frombuffer(text, np.uint8, ranks.shape[1], int(starts[puzzle]))
            found[puzzle] = np.isin(marks, rulings).any()
    return found


def have_more_cells(
    coded: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], ranks: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """After which puzzles there may be cells of another one; their solutions are not among these.

    Parameters
    ----------
    coded
        A text by `codes`.
    starts, ends
        The place of each puzzle, and where its line ends.
    ranks
        The puzzles.
    """
    cells = ranks.shape[1]
    first = starts + cells + 1
    lacks_room = ends - first < FIELD
    if lacks_room.all():
        return np.zeros(len(starts), bool)
    solved = np.flatnonzero(ends - first >= cells)
    given, after = ranks[solved], np.lib.stride_tricks.sliding_window_view(coded, cells)[first[solved]]
    agrees = ((after == given) | (given == 0)).all(axis=1) & (after > 0).all(axis=1) & (after <= MAX_SIZE).all(axis=1)
    behind = first[solved] + cells
    agrees &= (behind == ends[solved]) | (coded[np.minimum(behind, len(coded) - 1)] == DIVIDER)
    first[solved[agrees]] += cells
    runs = coded < DIVIDER
    for step in (1, 2, 4, 8):
        runs = runs[:-step] & runs[step:]
    number = np.concatenate([[0], np.cumsum(runs)])
    last = np.clip(ends - FIELD + 1, 0, len(runs))
    more: NDArray[np.bool_] = (ends - first >= FIELD) & (number[last] > number[np.minimum(first, last)])
    return more


def _uniform_rows(coded: bytes, stride: int, cells: int, last_cell: int) -> int:
    """The number of lines from the first on with the given number of cells, whose codes are at most ``last_cell``."""
    flat = np.frombuffer(coded, np.uint8)
    table = flat.reshape(-1, stride)
    ended = table[:, -1] == _NEWLINE
    if stride == cells + 1 and ended.all() and np.count_nonzero(flat > last_cell) == len(table):
        return len(table)
    wrong = (table[:, :cells] > last_cell).any(axis=1) | ~ended
    if cells + 1 < stride:
        wrong |= (table[:, cells] != DIVIDER) | (table[:, cells:-1] >= _NEWLINE).any(axis=1)
    return int(wrong.argmax()) if wrong.any() else len(table)


@lru_cache(maxsize=16)
def codes(symbols: str, *, with_rulings: bool = True) -> bytes:
    """A translation table from bytes to the ranks of cells; other bytes have a number above all ranks.

    Parameters
    ----------
    with_rulings
        Whether the marks of empty cells that draw frames are cells, too.
    """
    table = {mark: rank for mark, rank in rank_table(symbols).items() if with_rulings or mark not in RULING_MARKS}
    ranks = (table.get(chr(byte), _NO_CELL) if kind == _CELL else kind for byte, kind in enumerate(_KINDS))
    return bytes(ranks)


def _carefully(grids: Generator[GridText, None, bool]) -> Generator[LineBlock, None, bool]:
    """Yield blocks of puzzles from a reader of single lines; return whether it found the line that ends the input."""
    run: list[GridText] = []
    try:
        while True:
            grid = next(grids)
            if run and not _continues(run[-1], grid):
                yield _stack(run)
                run = []
            run.append(grid)
    except StopIteration as stop:
        closed = bool(stop.value)
    except InputError:
        if run:
            yield _stack(run)
        raise
    if run:
        yield _stack(run)
    return closed


def _continues(grid: GridText, following: GridText) -> bool:
    return (grid.line + 1, grid.size, grid.symbols) == (following.line, following.size, following.symbols)


def _stack(run: list[GridText]) -> LineBlock:
    return LineBlock(run[0].line, np.array([grid.ranks for grid in run], np.uint8), run[0].symbols)


def format_lines(ranks: NDArray[np.uint8], symbols: str) -> bytes:
    r"""Puzzles or solutions as lines of text, with ``.`` for empty cells.

    Parameters
    ----------
    ranks
        An array of shape (puzzles, cells).

    >>> format_lines(np.array([[1, 2, 0, 1], [0, 0, 2, 1]], np.uint8), "12")
    b'12.1\n..21\n'
    """
    if not symbols.isascii():
        return "".join([line.text_of(row, symbols) + "\n" for row in ranks.tolist()]).encode()
    rows, cells = ranks.shape
    table = np.empty((rows, cells + 1), np.uint8)
    table[:, :cells] = ranks
    table[:, cells] = _NEWLINE_CODE
    marks = b"." + symbols.encode()
    return table.tobytes().translate(marks + bytes(_NEWLINE_CODE - len(marks)) + b"\n")


CHUNK = 1 << 20
"""The number of bytes read at a time."""

BLOCK = 1024
"""The number of grids in a block when they are read one by one."""


def read_grid_blocks(
    lines: SourceLines, size: int, symbols: str, read: Callable[[SourceLines], Iterator[GridText]]
) -> Iterator[NDArray[np.uint8]]:
    """Read the remaining grids as arrays of ranks with the shape (grids, cells); there may be none.

    Parameters
    ----------
    read
        The reader of the format, which takes over at the first grid with another layout.

    Raises
    ------
    InputError
        At the first error of ``read``, after the grids before it.
    """
    number, stream = lines.next_number, lines.rest()
    read_some = getattr(stream, "read1", stream.read)
    rest = b""
    while data := read_some(CHUNK):
        rest += data
        number += len(rest) - len(rest.lstrip(b"\n"))
        rest = rest.lstrip(b"\n")
        ranks = _uniform_grids(rest, size, symbols)
        if len(ranks):
            yield ranks
        elif len(rest) >= _length(size):
            break
        number += len(ranks) * (size + 1)
        rest = rest[len(ranks) * _length(size) :]
    yield from stack_grids(read(SourceLines(chain_streams(rest, stream), lines.source, number)))


def _length(size: int) -> int:
    """The number of bytes of a grid and the blank line after it."""
    return size * (size + 1) + 1


def _uniform_grids(data: bytes, size: int, symbols: str) -> NDArray[np.uint8]:
    """The ranks of the grids at the beginning that have the layout."""
    length = _length(size)
    grids = len(data) // length
    whole = data[: grids * length]
    text = np.frombuffer(whole, np.uint8).reshape(grids, length)
    rows = np.frombuffer(whole.translate(codes(symbols)), np.uint8).reshape(grids, length)[:, :-1]
    cells = rows.reshape(grids, size, size + 1)[:, :, :size].reshape(grids, size * size)
    wrong = (cells > MAX_SIZE).any(axis=1) | (text[:, size :: size + 1] != ord("\n")).any(axis=1)
    wrong |= text[:, -1] != ord("\n")
    return cells[: int(wrong.argmax())] if wrong.any() else cells


def stack_grids(grids: Iterator[GridText]) -> Iterator[NDArray[np.uint8]]:
    """The ranks of grids of one size, in blocks; the grids before an error are yielded before it is raised."""
    block: list[GridText] = []
    try:
        for grid in grids:
            block.append(grid)
            if len(block) == BLOCK:
                yield _ranks_of(block)
                block = []
    except InputError:
        if block:
            yield _ranks_of(block)
        raise
    if block:
        yield _ranks_of(block)


def _ranks_of(grids: list[GridText]) -> NDArray[np.uint8]:
    return np.array([grid.ranks for grid in grids], np.uint8)
