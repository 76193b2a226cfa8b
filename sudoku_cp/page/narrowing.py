"""What the answers about one document say of a stricter one: an added given or clue only takes candidates away."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple, TypedDict

from sudoku_cp.formats import read
from sudoku_cp.formats.document import Document
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.puzzles import COSMETIC, Puzzle, board_of, puzzle_of, values_of
from sudoku_cp.rules import RULES, AppliedRule
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import compiled_in_time

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


def narrowed(text: str, limits: Limits, known: Iterable[Known] = ()) -> tuple[Puzzle | None, Limits]:
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
    return Puzzle(puzzle.board, puzzle.compiled, {**fixed, **puzzle.givens}), limits


def _restricted(text: str, values: Mapping[str, list[int]], limits: Limits) -> tuple[Puzzle, Limits]:
    """The puzzle with pencil marks, on a board of its own."""
    document = next(read(BytesIO(text.encode()), "", "toml"))
    assert isinstance(document, Document)
    board = document.model
    for name, of_cell in values.items():
        board.restrict(name, of_cell)
    givens = {cell.name: value for cell, value in board.givens.items()}
    compiled, limits = compiled_in_time(load_solver("exact-cover"), board, limits)
    return Puzzle(board, compiled, givens), limits
