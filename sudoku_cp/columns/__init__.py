"""Answers about columns of puzzles: Arrow arrays of any library, pandas, NumPy or lists go in, and the same comes out.

>>> from sudoku_cp import columns
>>> columns.counts([".4..2....3..8..5.9.96...12.....7...3.873.129.2...8.....52...98.4.3..8..2....5..3.", "." * 81])
[1, 2]

A puzzle is a text of one line, such as 81 characters, or lists or an array of digits with 0 for open cells. What has no
text (null, None, an empty text) has no answer. Arrow arrays are recognised by the Arrow PyCapsule interface, which
pyarrow, Polars, DuckDB, nanoarrow and others have; they are read by pyarrow, which is loaded for them alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudoku_cp import models
from sudoku_cp._base.arguments import checked, integer, text
from sudoku_cp._base.errors import InputError, ModelError
from sudoku_cp.columns.kinds import column_of
from sudoku_cp.corpus.job import require_one_grid, shape_of
from sudoku_cp.formats.bulk_cells import Ranks, Shape, ranks_of_values, read_cells, solve_ranks, unpack
from sudoku_cp.model import Sudoku
from sudoku_cp.model.limits import NO_LIMITS, threads_of
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver

__all__ = ["counts", "ratings", "solutions", "unpacked"]

CHUNK = 1 << 16
"""The number of puzzles that are answered at a time."""

ArrayFunction = Callable[[Ranks], tuple[NDArray[Any], NDArray[np.bool_]]]
"""The answers to some puzzles, and which puzzles have one."""


@checked(limit=integer, model=text, symbols=text, threads=integer)
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


@checked(model=text, symbols=text, threads=integer)
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


@checked(threads=integer)
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


@checked(model=text)
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
    column = column_of(packed)
    size = len(sudoku.grid) if len(sudoku.digits) > 15 else -(-len(sudoku.grid) // 2)
    if not (column.ends - column.starts == size)[column.has_text].all():
        raise ModelError(f"{model} has packed solutions of {size} bytes each")
    rows = np.frombuffer(column.text, np.uint8)[column.starts[column.has_text, None] + np.arange(size)]
    texts = np.zeros(len(column.starts), f"S{shape.cells}")
    texts[column.has_text] = _texts_of(unpack(rows.reshape(-1, size), shape.cells, len(sudoku.digits)), shape)
    return column.like(texts, column.has_text)


@lru_cache(maxsize=8)
def _compiled(name: str) -> tuple[Sudoku, LoweredModel]:
    model = require_one_grid(name, models.load(name))
    return model, load_solver("exact-cover").compile(model)


def _shape(model: Sudoku, symbols: str | None) -> Shape:
    return shape_of(model, symbols or model.symbols)


def _texts_of(ranks: Ranks, shape: Shape) -> NDArray[np.bytes_]:
    """Grids as texts of one line each."""
    marks = np.frombuffer(f".{shape.symbols}".encode("ascii"), np.uint8)
    return np.ascontiguousarray(marks[ranks]).view(f"S{shape.cells}").reshape(len(ranks))


def _answered(puzzles: Any, shape: Shape, answer: ArrayFunction, kind: Any) -> Any:
    """Read a column, answer its puzzles some at a time, and make a column of the answers."""
    column = column_of(puzzles, shape.symbols)
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
