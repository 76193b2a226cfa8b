"""The puzzle of a document, and what is compiled of it, kept as long as the document means the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from time import monotonic

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats import read
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.toml.values import Values
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.limits import MOST_CELLS, MOST_TEXT
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import Uncompiled, compiled_in_time

COSMETIC = ("name",)
"""The keys of a document that do not change the meaning of the puzzle."""


@lru_cache(maxsize=4)
def values_of(text: str) -> Values:
    """The values of a document.

    Raises
    ------
    InputError
        If it is too long or not TOML.
    """
    if len(text) > MOST_TEXT:
        raise InputError(f"a document of more than {MOST_TEXT:,} characters")
    return Values(text, "")


def meaning_of(text: str) -> str:
    r"""A hash that is the same for documents that mean the same: comments, spaces and names do not count.

    Parameters
    ----------
    text
        The document.

    Returns
    -------
    str
        The hash.

    Raises
    ------
    InputError
        If it is not TOML.

    >>> meaning_of("size = 4") == meaning_of("# four\nsize=4\nname = 'a'") != meaning_of("size = 6")
    True
    """
    return _hash(values_of(text), COSMETIC)


def _hash(values: Values, left_out: tuple[str, ...]) -> str:
    content = {key: value for key, value in values.by_key.items() if key not in left_out}
    if isinstance(grid := content.get("grid"), str):
        content["grid"] = grid.strip()
    return sha256(json.dumps(content, default=str).encode()).hexdigest()


@lru_cache(maxsize=4)
def board_of(text: str) -> Board:
    """The board that a document declares; an empty document is an empty 9×9 grid.

    Parameters
    ----------
    text
        The document.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    InputError
        If the document is wrong; the line is that of the fault.
    """
    values_of(text)
    if not text.strip():
        text = "size = 9"
    document = next(read(BytesIO(text.encode()), "", "toml"))
    assert isinstance(document, Document)
    if len(document.model.grid) > MOST_CELLS:
        raise InputError(f"the page shows boards of up to {MOST_CELLS:,} cells, not {len(document.model.grid):,}")
    return document.model


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle compiled for a solver: a compiled model, and the givens of the document."""

    board: Board
    compiled: LoweredModel
    """Of a board with the same cells, constraints and pencil marks, but perhaps other givens."""
    givens: Mapping[str, int]


def puzzle_of(text: str, limits: Limits) -> tuple[Puzzle, Limits]:
    """Compile the puzzle of a document, or take what was compiled for the same puzzle with other givens.

    Parameters
    ----------
    text
        The document.
    limits
        The limits of the question, which include the compilation.

    Returns
    -------
    tuple
        The puzzle, and the limits that are left. A puzzle that is not compiled within the limits answers each question
        with the status LIMIT; the next question compiles it again.

    Raises
    ------
    InputError
        If the document is wrong.
    LoweringError
        If the engine cannot express a constraint.
    """
    start, board = monotonic(), board_of(text)
    key = _hash(values_of(text), (*COSMETIC, "grid"))
    compiled = _compiled.get(key)
    if compiled is None:
        compiled, _ = compiled_in_time(load_solver("exact-cover"), board, limits.after(start))
        if not isinstance(compiled, Uncompiled):
            _compiled.clear()
            _compiled[key] = compiled
    givens = {cell.name: value for cell, value in board.givens.items()}
    return Puzzle(board, compiled, givens), limits.after(start)


_compiled: dict[str, LoweredModel] = {}


def grid_values(board: Board, solution: Mapping[Cell, int]) -> dict[str, int]:
    """The values of the cells of the grid, by name.

    Parameters
    ----------
    board
        The board.
    solution
        Values of cells, of this board or of another one with the same names.

    Returns
    -------
    dict
        The values.
    """
    wanted = {cell.name for cell in board.grid}
    return {cell.name: value for cell, value in solution.items() if cell.name in wanted}
