"""Answers about columns of puzzles: Arrow arrays of any library, pandas, NumPy or lists go in, and the same comes out.

>>> from sudoku_cp import columns
>>> columns.counts([".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3.", "." * 81])
[1, 2]

A puzzle is a text of one line, such as 81 characters. What has no text (null, None, an empty text) has no answer. Arrow
arrays are recognised by the Arrow PyCapsule interface, which pyarrow, Polars, DuckDB, nanoarrow and others have; they
are read by pyarrow, which is loaded for them alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import models
from sudoku_cp.backends import backend
from sudoku_cp.backends.contract import NO_LIMITS, CompiledModel
from sudoku_cp.backends.numbers import threads_of
from sudoku_cp.corpus.variants import require_one_grid, shape_of
from sudoku_cp.errors import InputError, ModelError
from sudoku_cp.formats.batch_ranks import Ranks, ranks_of_values, solve_ranks
from sudoku_cp.formats.bulk_cells import Shape, read_cells
from sudoku_cp.formats.packed import unpack
from sudoku_cp.model import Sudoku

__all__ = ["counts", "ratings", "solutions", "unpacked"]

CHUNK = 1 << 16
"""The number of puzzles that are answered at a time."""

Answer = Callable[[Ranks], tuple[NDArray[Any], NDArray[np.bool_]]]
"""The answers to some puzzles, and which puzzles have one."""


def counts(
    puzzles: Any, limit: int = 2, *, model: str = "classic", symbols: str | None = None, threads: int = 1
) -> Any:
    """Count the solutions of each puzzle.

    Parameters
    ----------
    puzzles
        A column of puzzles.
    limit
        The number of solutions to stop at; the default shows whether a solution is unique.
    model
        The name of the variant.
    symbols
        The characters of the digits in ascending order; None for those of the model.
    threads
        The number of threads.

    Returns
    -------
    Any
        A column of integers; in NumPy, puzzles without a text have -1.

    Raises
    ------
    InputError
        If a text is not a puzzle; the message names its row, counted from 0.
    ModelError
        If there is no such variant, or the symbols do not fit it.
    """
    sudoku, compiled = _compiled(model)

    def answer(ranks: Ranks) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        found = solve_ranks(compiled, sudoku, ranks, limit, threads, NO_LIMITS).counts
        return found, np.ones(len(ranks), bool)

    return _answered(puzzles, _shape(sudoku, symbols), answer, np.int64)


def solutions(puzzles: Any, *, model: str = "classic", symbols: str | None = None, threads: int = 1) -> Any:
    """Solve each puzzle.

    Parameters
    ----------
    puzzles, model, symbols, threads
        See `counts`.

    Returns
    -------
    Any
        A column of texts, one solution each; what has no solution has no text.

    Raises
    ------
    InputError, ModelError
        See `counts`.
    """
    sudoku, compiled = _compiled(model)
    shape = _shape(sudoku, symbols)

    def answer(ranks: Ranks) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        batch = solve_ranks(compiled, sudoku, ranks, 1, threads, NO_LIMITS)
        return _texts_of(ranks_of_values(sudoku, batch.solutions), shape), batch.counts > 0

    return _answered(puzzles, shape, answer, np.dtype(f"S{shape.cells}"))


def ratings(puzzles: Any, *, threads: int = 1) -> Any:
    """Rate each classic puzzle on Sudoku Explainer's scale.

    Parameters
    ----------
    puzzles, threads
        See `counts`.

    Returns
    -------
    Any
        A column of ratings (ER); a puzzle without a rating has none, in NumPy ``nan``.

    Raises
    ------
    InputError
        See `counts`.
    """
    from sudoku_cp.rating import rate_many

    def answer(ranks: Ranks) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        found = rate_many(np.ascontiguousarray(ranks), threads_of(threads))
        ers = np.array([np.nan if rating.er is None else rating.er for rating in found])
        return ers, ~np.isnan(ers)

    return _answered(puzzles, _shape(_compiled("classic")[0], None), answer, np.float64)


def unpacked(packed: Any, *, model: str = "classic") -> Any:
    """The texts of packed solutions, which the parts of a corpus have.

    Parameters
    ----------
    packed
        The column ``solution`` of a part, or several.
    model
        The name of the variant.

    Returns
    -------
    Any
        A column of texts.

    Raises
    ------
    ModelError
        If the column has grids of another size.
    """
    sudoku, _ = _compiled(model)
    shape = _shape(sudoku, None)
    column = _column(packed)
    size = len(sudoku.grid) if len(sudoku.digits) > 15 else -(-len(sudoku.grid) // 2)
    if not (column.ends - column.starts == size)[column.has_text].all():
        raise ModelError(f"{model} has packed solutions of {size} bytes each")
    rows = np.frombuffer(column.text, np.uint8)[column.starts[column.has_text, None] + np.arange(size)]
    texts = np.zeros(len(column.starts), f"S{shape.cells}")
    texts[column.has_text] = _texts_of(unpack(rows.reshape(-1, size), shape.cells, len(sudoku.digits)), shape)
    return column.like(texts, column.has_text)


@lru_cache(maxsize=8)
def _compiled(name: str) -> tuple[Sudoku, CompiledModel]:
    model = require_one_grid(name, models.load(name))
    return model, backend("exact-cover").compile(model)


def _shape(model: Sudoku, symbols: str | None) -> Shape:
    return shape_of(model, symbols or model.symbols)


def _texts_of(ranks: Ranks, shape: Shape) -> NDArray[np.bytes_]:
    """Grids as texts of one line each."""
    marks = np.frombuffer(f".{shape.symbols}".encode("ascii"), np.uint8)
    return np.ascontiguousarray(marks[ranks]).view(f"S{shape.cells}").reshape(len(ranks))


def _answered(puzzles: Any, shape: Shape, answer: Answer, kind: Any) -> Any:
    """Read a column, answer its puzzles some at a time, and make a column of the answers."""
    column = _column(puzzles)
    has_answer = np.zeros(len(column.starts), bool)
    answers = np.zeros(len(column.starts), kind)
    rows = np.flatnonzero(column.has_text)
    for first in range(0, len(rows), CHUNK):
        some = rows[first : first + CHUNK]
        begin, end = int(column.starts[some[0]]), int(column.ends[some[-1]])
        cells = read_cells(column.text[begin:end], column.starts[some] - begin, column.ends[some] - begin, shape)
        if cells.faults:
            fault = cells.faults[0]
            raise InputError(f"row {some[fault.index]}: {fault.message}")
        if len(cells.indices) < len(some):
            place = np.setdiff1d(np.arange(len(some)), cells.indices)[0]
            raise InputError(f"row {some[place]}: there is no puzzle in this text")
        answers[some], has_answer[some] = answer(cells.ranks)
    return column.like(answers, has_answer)


@dataclass(frozen=True, slots=True)
class _Column:
    """The texts of a column, one after the other.

    Parameters
    ----------
    like
        Makes a column of the same kind of values, given which of them count.
    """

    text: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    like: Callable[[NDArray[Any], NDArray[np.bool_]], Any]

    @property
    def has_text(self) -> NDArray[np.bool_]:
        return self.ends > self.starts


def _column(puzzles: Any) -> _Column:
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "SU":
        return _numpy_column(puzzles)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _arrow_column(puzzles)
    is_array = isinstance(puzzles, np.ndarray)
    values = puzzles.ravel().tolist() if is_array else list(puzzles)
    if not all(value is None or isinstance(value, str | bytes) for value in values):
        raise InputError("a column of puzzles has texts, one puzzle each")
    kind = type(puzzles)
    module = kind.__module__.partition(".")[0]
    if module == "pandas":
        return _list_column(values, lambda found: kind(found, index=puzzles.index, name=puzzles.name))
    if is_array:
        return _list_column(values, lambda found: np.array(found, object).reshape(puzzles.shape))
    return _list_column(values, list)


def _list_column(values: Sequence[str | bytes | None], like: Callable[[list[Any]], Any]) -> _Column:
    texts = [value.encode() if isinstance(value, str) else value or b"" for value in values]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = np.concatenate([[0], ends])[:-1].astype(np.int64)

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> Any:
        found = np.char.decode(answers, "ascii") if answers.dtype.kind == "S" else answers
        return like(
            [value if is_valid else None for value, is_valid in zip(found.tolist(), valid.tolist(), strict=True)]
        )

    return _Column(b"".join(texts), starts, ends, made)


def _numpy_column(puzzles: NDArray[Any]) -> _Column:
    texts = puzzles if puzzles.dtype.kind == "S" else np.char.encode(puzzles)
    flat = np.ascontiguousarray(texts).reshape(-1)
    starts = np.arange(len(flat), dtype=np.int64) * flat.dtype.itemsize
    lengths = np.char.str_len(flat)

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> NDArray[Any]:
        nothing = {"S": b"", "f": np.nan, "i": -1}[answers.dtype.kind]
        found = np.where(valid, answers, np.array(nothing, answers.dtype)).reshape(puzzles.shape)
        return np.char.decode(found, "ascii") if puzzles.dtype.kind == "U" and found.dtype.kind == "S" else found

    return _Column(flat.tobytes(), starts, starts + lengths, made)


def _arrow_column(puzzles: Any) -> _Column:
    try:
        import pyarrow as pa
    except ImportError:
        raise InputError("Arrow arrays need pyarrow: pip install pyarrow") from None
    try:
        array = pa.array(puzzles) if hasattr(puzzles, "__arrow_c_array__") else pa.chunked_array(puzzles)
        if isinstance(array, pa.ChunkedArray):
            array = array.combine_chunks()
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        array = array.cast(pa.large_binary()).fill_null(b"")
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise InputError(f"this is not an Arrow array of texts: {error}") from None
    _, offsets, data = array.buffers()
    places = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    text = data.to_pybytes() if data is not None else b""

    def made(answers: NDArray[Any], valid: NDArray[np.bool_]) -> Any:
        if answers.dtype.kind == "S":
            return _same_kind(puzzles, pa.array(answers, mask=~valid).cast(pa.string()))
        return _same_kind(puzzles, pa.array(answers, mask=~valid))

    return _Column(text, places[:-1], places[1:], made)


def _same_kind(puzzles: Any, answers: Any) -> Any:
    """Answers in an Arrow array as a column of the library that the puzzles come from."""
    import pyarrow as pa

    if isinstance(puzzles, pa.ChunkedArray):
        return pa.chunked_array([answers])
    match type(puzzles).__module__.partition(".")[0]:
        case "pandas":
            return answers.to_pandas().set_axis(puzzles.index).rename(puzzles.name)
        case "polars" | "nanoarrow" as name:
            library = sys.modules[name]
            return library.Series(puzzles.name, answers) if name == "polars" else library.Array(answers)
        case _:
            return answers
