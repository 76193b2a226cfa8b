"""Changes of a document that leave the rest of its text as it is: givens, and clues added, changed and removed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sudoku_cp._base.errors import ModelError
from sudoku_cp.formats.toml.values import Table, tables
from sudoku_cp.formats.toml.writing import clue_lines, grid_value
from sudoku_cp.model import Board, Clue, Kakuro
from sudoku_cp.page.opening import PARTLY
from sudoku_cp.page.puzzles import board_of, document_of
from sudoku_cp.page.shaping import tried, with_value
from sudoku_cp.rules import RULES, AppliedRule, clue

_HEADER = re.compile(r"^\s*\[\[\s*([^\[\]]+?)\s*\]\]", re.M)


def give(text: str, cells: Sequence[str], digit: int | None) -> str:
    """Give cells a digit, or take their givens away.

    Parameters
    ----------
    text
        The document.
    cells
        The names of the cells.
    digit
        The digit; None for no given.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If there is no such cell, or it cannot contain the digit.
    """
    board = board_of(text)
    if isinstance(board, Kakuro):
        raise ModelError("a kakuro has no givens: edit its layout in the text")
    document_of.cache_clear()  # this board changes
    for name in cells:
        board.givens.pop(board[name], None)
        if digit is not None:
            board.give(name, digit)
    return tried(with_value(text, "grid", grid_value(board)))


def add_clue(text: str, rule: str, parameters: Mapping[str, Any]) -> str:
    """Add a clue at the end.

    Parameters
    ----------
    text
        The document.
    rule
        The name of the rule.
    parameters
        Its parameters, as a document writes them.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If there is no such rule, its parameters are wrong, or the board does not take the clue.
    """
    made = _made(rule, parameters)
    start = text.rstrip("\n") or "size = 9"
    return tried(f"{start}\n{_table(made)}\n")


def change_clue(text: str, path: Sequence[str | int], parameters: Mapping[str, Any]) -> str:
    """Replace the parameters of a clue.

    Parameters
    ----------
    text
        The document.
    path
        The rule, and the number of the clue among those of the rule.
    parameters
        All parameters of the new clue.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If there is no such clue, or the new one is wrong.
    """
    first, last = _lines_of(text, path)
    lines = text.split("\n")
    kept = [""] * (len(lines) >= last and not lines[last - 1].strip())
    made = _table(_made(str(path[0]), parameters)).lstrip("\n").split("\n")
    made[1:1] = [line for line in lines[first:last] if line.startswith(PARTLY)]
    return tried("\n".join([*lines[: first - 1], *made, *kept, *lines[last:]]))


def remove_clues(text: str, paths: Sequence[Sequence[str | int]]) -> str:
    """Remove clues.

    Parameters
    ----------
    text
        The document.
    paths
        Each clue as its rule, and its number among the clues of that rule.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If there is no such clue.
    """
    lines = text.split("\n")
    for first, last in sorted({_lines_of(text, path) for path in paths}, reverse=True):
        del lines[first - 1 : last]
    return "\n".join(lines).rstrip("\n") + "\n"


def combine_clues(text: str, rule: str, paths: Sequence[Sequence[str | int]], parameters: Mapping[str, Any]) -> str:
    """Make one clue of several, such as one of which at least one of them holds.

    Parameters
    ----------
    text
        The document.
    rule
        The rule of the new clue, which takes clues.
    paths
        The clues that it combines, each as its rule, and its number among the clues of that rule.
    parameters
        The other parameters of the new clue.

    Returns
    -------
    str
        The new document, with the new clue at the end.

    Raises
    ------
    ModelError
        If there is no such clue, or the rule takes no clues.
    """
    holder = RULES[rule].clues_parameter if rule in RULES else None
    if holder is None:
        raise ModelError(f"{rule} combines no clues")
    made = _made(rule, {**parameters, holder: [_clue_at(text, path) for path in paths]})
    parts = [_HEADER.sub(rf"[[{rule}.\1]]", _text_of(text, path)) for path in paths]
    start = remove_clues(text, paths).rstrip("\n") or "size = 9"
    return tried("\n\n".join([start, _table(made).strip("\n").split("\n\n")[0], *parts]) + "\n")


def split_clue(text: str, path: Sequence[str | int]) -> str:
    """Replace a clue that combines others by these.

    Parameters
    ----------
    text
        The document.
    path
        The clue, as its rule, and its number among the clues of that rule.

    Returns
    -------
    str
        The new document, with the clues at the end.

    Raises
    ------
    ModelError
        If there is no such clue, or it combines none.
    """
    if not _clue_at(text, path).inner:
        raise ModelError(f"the clue {' '.join(map(str, path))} combines no others")
    _, *inner = re.split(rf"^\s*\[\[\s*{path[0]}\s*\.\s*", _text_of(text, path), flags=re.M)
    rest = remove_clues(text, [path]).rstrip("\n") or "size = 9"
    return tried("\n\n[[".join([rest, *(each.rstrip("\n") for each in inner)]) + "\n")


def _clue_at(text: str, path: Sequence[str | int]) -> AppliedRule:
    for known, made in document_clues(text, board_of(text)):
        if known == tuple(path) and isinstance(made, AppliedRule):
            return made
    raise ModelError(f"there is no clue {' '.join(map(str, path))}")


def _lines_of(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """The first and the last line of a clue, with the tables of the clues inside it."""
    known: list[Table] = tables(text)
    at = next((at for at, table in enumerate(known) if table.path == tuple(path)), None)
    if at is None:
        raise ModelError(f"there is no clue {' '.join(map(str, path))} in the text with a header of its own")
    last = at
    while last + 1 < len(known) and len(known[last + 1].path) > 2 and known[last + 1].path[0] == path[0]:
        last += 1
    return known[at].first, known[last].last


def _text_of(text: str, path: Sequence[str | int]) -> str:
    """The lines of a clue, with comments and blank lines as they are."""
    first, last = _lines_of(text, path)
    return "\n".join(text.split("\n")[first - 1 : last]).strip("\n")


def _made(rule: str, parameters: Mapping[str, Any]) -> AppliedRule:
    return clue(rule, {name: value for name, value in parameters.items() if value not in (None, "")})


def _table(made: AppliedRule) -> str:
    return "\n".join(clue_lines(made))


def document_clues(text: str, board: Board) -> list[tuple[tuple[str, int] | None, Clue]]:
    """The clues of a board, each with its rule and its number among the clues of that rule.

    Parameters
    ----------
    text
        The document.
    board
        Its board.

    Returns
    -------
    list
        The clues: first those of the model, which the document does not declare itself, with None for their place.
    """
    import tomllib

    by_key = tomllib.loads(text)
    paths = [(key, number) for key, of_key in by_key.items() if key in RULES for number in range(len(of_key))]
    own: list[tuple[str, int] | None] = [None] * (len(board.clues) - len(paths))
    return list(zip([*own, *paths], board.clues, strict=True))
