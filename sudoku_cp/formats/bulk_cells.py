"""Many puzzles of one size at once, as arrays of ranks: read from texts, solved, and packed into bytes.

A rank is 0 for an open cell, and k for the k-th digit. The texts are those of `sudoku_cp.formats.line`, whose reader
explains the ones that are not puzzles; these are set apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import _native
from sudoku_cp._base.errors import InputError
from sudoku_cp.formats.bulk import DIVIDER, codes, have_more_cells, have_rulings
from sudoku_cp.formats.line import END, cells_of, grid_of
from sudoku_cp.formats.source_lines import MAX_LINE, SourceLine, SourceLines
from sudoku_cp.formats.symbols import SymbolReader
from sudoku_cp.model.batches import Batch, Grids
from sudoku_cp.model.board import Board, default_symbols
from sudoku_cp.model.limits import Limits
from sudoku_cp.model.sudoku import Sudoku
from sudoku_cp.solving.batch import empty_value, for_blocks, grid_type, is_range
from sudoku_cp.solving.lowered_model import LoweredModel

if TYPE_CHECKING:
    import pyarrow as pa

_STRANGE = (b"\0", b"\v", b"\f", b"\x1c", b"\x1d", b"\x1e")

Places = NDArray[np.int64]
"""Places in a text, counted in bytes from 0."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The puzzles of a corpus.

    Parameters
    ----------
    cells
        The number of cells.
    symbols
        The characters of rank 1, 2, …
    """

    cells: int
    symbols: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A text that is not a puzzle: its index among the texts, and the reason."""

    index: int
    message: str


@dataclass(frozen=True, slots=True)
class Cells:
    """The puzzles among some texts.

    Parameters
    ----------
    ranks
        An array of shape (puzzles, cells); 0 is an empty cell, k the k-th digit.
    indices
        The index of each puzzle among the texts.
    faults
        The texts that are neither puzzles nor blank nor comments, in their order.
    """

    ranks: NDArray[np.uint8]
    indices: Places
    faults: list[Fault]


def line_ends(text: bytes) -> tuple[Places, Places]:
    """Where the lines of a text start, and where they end; the text ends with a line end."""
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    starts = np.empty_like(ends)
    starts[:1], starts[1:] = 0, ends[:-1] + 1
    return starts, ends


def read_lines(text: bytes, shape: Shape) -> tuple[Cells, int]:
    """Read a puzzle from each line of a text that ends with a line end.

    Parameters
    ----------
    text
        The text.
    shape
        The size of the puzzles, and their symbols.

    Returns
    -------
    tuple
        The puzzles, their indices counted in lines; and the number of lines.
    """
    ranks = _uniform_lines(text, shape)
    if ranks is not None:
        return Cells(ranks, np.arange(len(ranks)), []), len(ranks)
    starts, ends = line_ends(text)
    return read_cells(text, starts, ends, shape), len(starts)


def _uniform_lines(text: bytes, shape: Shape) -> NDArray[np.uint8] | None:
    """The ranks of lines with a puzzle each and nothing else; None if there are other lines."""
    rows, rest = divmod(len(text), shape.cells + 1)
    if rest:
        return None
    ranks = np.empty((rows, shape.cells), np.uint8)
    return ranks if _native.read_cells(text, ranks, codes(shape.symbols), len(shape.symbols)) else None


def read_cells(text: bytes, starts: Places, ends: Places, shape: Shape) -> Cells:
    """Read the puzzles at some places of a text.

    Parameters
    ----------
    text
        The text.
    starts, ends
        The places where texts of puzzles start, and where they end, ascending.
    shape
        The size of the puzzles, and their symbols.

    Returns
    -------
    Cells
        The puzzles, and the faults of the other texts.
    """
    if not len(starts):
        return Cells(np.empty((0, shape.cells), np.uint8), starts, [])
    if (found := _adjacent(text, starts, ends, shape)) is not None:
        return Cells(found, np.arange(len(starts)), [])
    coded = np.frombuffer(text.translate(codes(shape.symbols)), np.uint8)
    lengths = ends - starts
    is_puzzle = lengths >= shape.cells
    candidates = np.flatnonzero(is_puzzle)
    ranks = _gathered(coded, starts[candidates], shape.cells)
    good = ranks.max(axis=1, initial=0) <= len(shape.symbols)
    longer = lengths[candidates] > shape.cells
    follows = coded[np.minimum(starts[candidates] + shape.cells, len(coded) - 1)]
    good &= ~longer | ((follows == DIVIDER) & _is_plain(text) & (lengths[candidates] <= MAX_LINE))
    if longer.any():
        good &= _on_one_line(text, starts[candidates], ends[candidates])
        good &= ~(longer & have_more_cells(coded, starts[candidates], ends[candidates], ranks))
    good &= ~have_rulings(text, starts[candidates], ranks)
    is_puzzle[candidates] = good
    return _with_others(text, starts, ends, shape, ranks[good], is_puzzle)


def _adjacent(text: bytes, starts: Places, ends: Places, shape: Shape) -> NDArray[np.uint8] | None:
    """The ranks of puzzles that follow each other without anything between them; None if there is anything else."""
    if (ends - starts != shape.cells).any() or (starts[1:] != ends[:-1]).any():
        return None
    ranks = np.empty((len(starts), shape.cells), np.uint8)
    whole = text[int(starts[0]) : int(ends[-1])]
    return ranks if _native.read_cells(whole, ranks, codes(shape.symbols), len(shape.symbols)) else None


def _gathered(coded: NDArray[np.uint8], starts: Places, cells: int) -> NDArray[np.uint8]:
    """The codes from each start on."""
    if not len(starts):
        return np.empty((0, cells), np.uint8)
    return np.lib.stride_tricks.sliding_window_view(coded, cells)[starts]


def _on_one_line(text: bytes, starts: Places, ends: Places) -> NDArray[np.bool_]:
    """Which of the texts have no line end."""
    line_ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
    return np.equal(np.searchsorted(line_ends, starts), np.searchsorted(line_ends, ends))


def _is_plain(text: bytes) -> bool:
    """Whether text after a puzzle needs no second look: it has no strange characters and no other line ends."""
    return text.isascii() and not any(mark in text for mark in _STRANGE) and text.count(b"\r") == text.count(b"\r\n")


def _with_others(
    text: bytes, starts: Places, ends: Places, shape: Shape, ranks: NDArray[np.uint8], is_puzzle: NDArray[np.bool_]
) -> Cells:
    """The puzzles read so far, and those among the other texts that the careful reader accepts."""
    others = np.flatnonzero(~is_puzzle)
    found: dict[int, tuple[int, ...]] = {}
    faults = []
    for index in others.tolist():
        try:
            grid = _carefully(text[starts[index] : ends[index]], index, shape)
        except InputError as error:
            place = f"column {error.column}: " if error.column else ""
            faults.append(Fault(index, place + error.message))
        else:
            if grid is not None:
                found[index] = grid
    if not found:
        return Cells(ranks, np.flatnonzero(is_puzzle), faults)
    indices = np.concatenate([np.flatnonzero(is_puzzle), np.array(list(found), np.int64)])
    order = np.argsort(indices, kind="stable")
    rows = np.concatenate([ranks, np.array(list(found.values()), np.uint8)])
    return Cells(rows[order], indices[order], faults)


def _carefully(raw: bytes, index: int, shape: Shape) -> tuple[int, ...] | None:
    """The ranks of one text; None if it is blank, a comment or ``end``.

    Raises
    ------
    InputError
        If it is not a puzzle of the shape.
    """
    raw = raw.removesuffix(b"\n")
    if b"\n" in raw:
        raise InputError("a puzzle is on one line, and this text has several")
    if b"\r" in raw.removesuffix(b"\r"):
        raise InputError("a line end of CR alone: change these to LF")
    for line in _decoded(raw, index):
        if line.is_skipped or line.text.strip() == END:
            continue
        cells, column = cells_of(_NO_LINES, line)
        if len(cells) != shape.cells:
            raise InputError(f"a puzzle of {len(cells)} characters, not {shape.cells}")
        return grid_of(_NO_LINES, cells, line.number, column, SymbolReader(shape.symbols)).ranks
    return None


def _decoded(raw: bytes, index: int) -> Iterator[SourceLine]:
    return SourceLines(BytesIO(raw), "", index + 1)


_NO_LINES = SourceLines(BytesIO(b""), "")


_NIBBLE = 4
_MOST = 15
"""The largest number of digits that share a byte."""


def pack(ranks: NDArray[np.uint8], digits: int) -> NDArray[np.uint8]:
    """Put two cells into a byte, the first one into its upper half.

    Parameters
    ----------
    ranks
        An array of shape (grids, cells); 0 is an open cell, k the k-th digit.
    digits
        The number of digits.

    >>> pack(np.array([[1, 2, 9]], np.uint8), 9).tobytes().hex()
    '1290'
    """
    if digits > _MOST:
        return ranks
    rows, cells = ranks.shape
    packed = np.empty((rows, -(-cells // 2)), np.uint8)
    _native.pack_cells(np.ascontiguousarray(ranks), packed)
    return packed


def unpack(packed: NDArray[np.uint8], cells: int, digits: int) -> NDArray[np.uint8]:
    """The inverse of `pack`.

    >>> unpack(np.array([[0x12, 0x90]], np.uint8), 3, 9).tolist()
    [[1, 2, 9]]
    """
    if digits > _MOST:
        return packed
    ranks = np.empty((len(packed), 2 * packed.shape[1]), np.uint8)
    np.right_shift(packed, _NIBBLE, out=ranks[:, ::2])
    np.bitwise_and(packed, (1 << _NIBBLE) - 1, out=ranks[:, 1::2])
    return ranks[:, :cells]


Ranks = NDArray[np.uint8]
"""An array of shape (puzzles, cells)."""


def values_of_ranks(model: Board, ranks: Ranks) -> Grids:
    """The digits of ranks, as `CompiledModel.solve_many` takes them."""
    kind, empty = grid_type(model), empty_value(model)
    if _are_ranks(model):
        values: Grids = ranks.astype(kind)
        if empty:
            values += kind.type(empty)
        return values
    return np.array([empty, *model.digits], kind).take(ranks)


def solve_ranks(compiled: LoweredModel, model: Sudoku, ranks: Ranks, limit: int, threads: int, limits: Limits) -> Batch:
    """Solve puzzles of one grid; see `CompiledModel.solve_many`. Ranks have no values that it would need to check."""
    return compiled.solve_grids(_grids(model, ranks), limit, threads, limits)


def _grids(model: Board, ranks: Ranks) -> Grids:
    """The digits of ranks in the form for solvers."""
    kind = grid_type(model)
    mark = np.iinfo(kind).min
    if kind != np.int8 or model.digits != tuple(range(1, len(model.digits) + 1)):
        return np.array([mark, *model.digits], kind).take(ranks)
    grids = np.empty(ranks.shape, np.int8)

    def read(rows: slice) -> None:  # the mark of an open cell is the uppermost bit, which 0 - 1 has
        block = ranks[rows]
        grids[rows] = ((block - np.uint8(1)) & np.uint8(128) | block).view(np.int8)

    for_blocks(read, len(ranks))
    return grids


def ranks_of_values(model: Board, values: Grids) -> Ranks:
    """The ranks of digits, as `Batch.solutions` has them."""
    digits, empty = model.digits, empty_value(model)
    if _are_ranks(model):
        return (values - values.dtype.type(empty)).astype(np.uint8) if empty else values.astype(np.uint8)
    rank_of = np.zeros(digits[-1] + 1 - min(0, digits[0], -1), np.uint8)  # negative digits count from its end
    rank_of[list(digits)] = range(1, len(digits) + 1)
    return rank_of.take(values)


def _are_ranks(model: Board) -> bool:
    """Whether digits are consecutive from the mark of an open cell on, as their ranks are from 0 on."""
    return is_range(model.digits) and model.digits[0] == empty_value(model) + 1


def is_list(kind: pa.DataType) -> bool:
    """Return whether a type of Arrow is that of lists of integers, in lists or not."""
    import pyarrow as pa

    kinds = pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list
    depth = 0
    while any(each(kind) for each in kinds):
        kind, depth = kind.value_type, depth + 1
    return depth > 0 and bool(pa.types.is_integer(kind))


_NO_SYMBOL = "!"


def texts_of_lists(grids: pa.Array, symbols: str) -> pa.LargeBinaryArray:
    """Grids in an Arrow array of lists of digits as texts of one line each; an empty text for null.

    A digit that has no symbol is a letter, or else `_NO_SYMBOL`, which readers refuse.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_fixed_size_list(grids.type):
        grids = grids.cast(pa.list_(grids.type.value_type))
    if grids.null_count:
        grids = pa.array([grid or [] for grid in grids.to_pylist()], grids.type)
    places = np.arange(len(grids) + 1, dtype=np.int64)
    while is_list(grids.type):
        if pa.types.is_fixed_size_list(grids.type):
            grids = grids.cast(pa.list_(grids.type.value_type))
        places = _integers(grids.offsets)[places]
        grids = grids.values
    digits = _integers(pc.coalesce(grids, pa.scalar(0, grids.type)) if grids.null_count else grids)
    first, last = int(places[0]), int(places[-1])
    digits = digits[first:last]
    marks = f".{symbols}{default_symbols(range(1, 36))[len(symbols) :]}{_NO_SYMBOL}"
    least, most = (int(digits.min()), int(digits.max())) if len(digits) else (0, 0)
    if least < 0 or most >= len(marks):
        digits = np.where((digits < 0) | (digits >= len(marks)), len(marks) - 1, digits)
    text = np.frombuffer(marks.encode("ascii"), np.uint8)[digits].tobytes()
    offsets = pa.py_buffer(np.ascontiguousarray(places - first).tobytes())
    return pa.Array.from_buffers(pa.large_binary(), len(places) - 1, [None, offsets, pa.py_buffer(text)])


def _integers(array: pa.Array) -> NDArray[np.int64]:
    """An Arrow array of integers without nulls; `to_numpy` would import pandas where it is installed."""
    import pyarrow as pa

    wide = array.cast(pa.int64())
    data = wide.buffers()[1]
    return np.frombuffer(data, np.int64, len(wide), 8 * wide.offset) if len(wide) else np.zeros(0, np.int64)
