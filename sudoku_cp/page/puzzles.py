"""The puzzle of a document, and what is compiled of it, kept as long as the document means the same.

Answers about one document narrow those about a stricter one: an added given or clue only takes candidates away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from time import monotonic
from typing import Any, NamedTuple, TypedDict

from sudoku_cp._base.errors import InputError
from sudoku_cp.formats import read
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.toml.values import TEXTS, Values
from sudoku_cp.model import Board, Cell
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.limits import MOST_CELLS, MOST_TEXT
from sudoku_cp.rules import RULES, AppliedRule
from sudoku_cp.solving.answering import Uncompiled, compiled_in_time
from sudoku_cp.solving.lowered_model import LoweredModel

COSMETIC = ("name", *TEXTS)
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
def document_of(text: str) -> Document:
    """The board that a document declares, with its texts; an empty document is an empty 9×9 grid.

    Parameters
    ----------
    text
        The document.

    Returns
    -------
    Document
        The board, and what is carried with it.

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
    return document


def board_of(text: str) -> Board:
    """The board of a document; see `document_of`."""
    return document_of(text).model


@dataclass(frozen=True, slots=True)
class CompiledPuzzle:
    """A puzzle compiled for a solver: a compiled model, and the givens of the document."""

    board: Board
    compiled: LoweredModel
    """Of a board with the same cells, constraints and pencil marks, but perhaps other givens."""
    givens: Mapping[str, int]


def puzzle_of(text: str, limits: Limits) -> tuple[CompiledPuzzle, Limits]:
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
        compiled, _ = compiled_in_time("exact-cover", board, limits.after(start))
        if not isinstance(compiled, Uncompiled):
            _compiled.clear()
            _compiled[key] = compiled
    givens = {cell.name: value for cell, value in board.givens.items()}
    return CompiledPuzzle(board, compiled, givens), limits.after(start)


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


SLOW = 0.05
"""The seconds of a search from which on it pays to compile the puzzle again, with the known candidates alone."""


class Known(TypedDict):
    """All candidates of a document."""

    text: str
    values: Mapping[str, list[int]]
    """For each cell of the grid the digits that occur in solutions; none at all if there is no solution."""
    seconds: float
    """The time that they took."""


class Conditions(NamedTuple):
    """What a document demands."""

    frame: str
    """All but clues and givens."""
    parts: frozenset[str]
    """The clues and the givens; without one of them, a puzzle has the same solutions or more."""


@lru_cache(maxsize=16)
def conditions_of(text: str) -> Conditions | None:
    """Take a document apart.

    Parameters
    ----------
    text
        The document.

    Returns
    -------
    Conditions | None
        Its conditions; None if one clue may change the meaning of others, as a negative constraint or a modifier does.
    """
    board = board_of(text)
    if not all(isinstance(clue, AppliedRule) and _stands_alone(clue) for clue in board.clues):
        return None
    frame: dict[str, Any] = {}
    parts = {f"{cell.name}={value}" for cell, value in board.givens.items()}
    for key, value in values_of(text).by_key.items():
        if key in RULES and isinstance(value, list):
            parts.update(json.dumps([key, entry], sort_keys=True, default=str) for entry in value)
        elif key not in (*COSMETIC, "grid"):
            frame[key] = value
    return Conditions(json.dumps(frame, sort_keys=True, default=str), frozenset(parts))


def _stands_alone(clue: AppliedRule) -> bool:
    is_modifier = clue.rule.meaning.__module__ == "sudoku_cp.rules.modifiers"
    return not (clue.reads_clues or is_modifier) and all(map(_stands_alone, clue.inner))


def is_looser(other: str, text: str) -> bool:
    """Whether a document demands all that another one demands, so that each of its solutions is one of the other.

    Parameters
    ----------
    other
        The document that may be looser.
    text
        The document that may be stricter.

    Returns
    -------
    bool
        Whether it is so for certain.
    """
    loose, strict = conditions_of(other), conditions_of(text)
    return loose is not None and strict is not None and loose.frame == strict.frame and loose.parts <= strict.parts


def narrowest(text: str, known: Iterable[Known]) -> Known | None:
    """What is known of a looser puzzle, with the fewest candidates.

    Parameters
    ----------
    text
        The document.
    known
        What is known of other documents.

    Returns
    -------
    Known | None
        One of them, of whose conditions the document has all.
    """
    looser = [each for each in known if is_looser(each["text"], text)]
    return min(looser, key=lambda each: sum(map(len, each["values"].values())), default=None)


def narrowed(text: str, limits: Limits, known: Iterable[Known] = ()) -> tuple[CompiledPuzzle | None, Limits]:
    """The compiled puzzle of a document, less what a looser one excludes already.

    Parameters
    ----------
    text
        The document.
    limits
        The limits of the question, which include the compilation.
    known
        What is known of other documents.

    Returns
    -------
    tuple
        A puzzle with the solutions of the document, or None if it is known to have none; and the limits that are left.

    Raises
    ------
    InputError
        If the document is wrong.
    """
    looser = narrowest(text, known)
    puzzle, limits = puzzle_of(text, limits)
    if looser is None:
        return puzzle, limits
    values = looser["values"]
    if not all(values.values()):
        return None, limits
    if looser["seconds"] > SLOW:
        return _restricted(text, values, limits)
    fixed = {name: of_cell[0] for name, of_cell in values.items() if len(of_cell) == 1}
    return CompiledPuzzle(puzzle.board, puzzle.compiled, {**fixed, **puzzle.givens}), limits


def _restricted(text: str, values: Mapping[str, list[int]], limits: Limits) -> tuple[CompiledPuzzle, Limits]:
    """The puzzle with pencil marks, on a board of its own."""
    document = next(read(BytesIO(text.encode()), "", "toml"))
    assert isinstance(document, Document)
    board = document.model
    for name, of_cell in values.items():
        board.restrict(name, of_cell)
    givens = {cell.name: value for cell, value in board.givens.items()}
    compiled, limits = compiled_in_time("exact-cover", board, limits)
    return CompiledPuzzle(board, compiled, givens), limits
