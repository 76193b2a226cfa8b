"""Changes of what a document says once: its title, author and rules in words, its size, its regions, its givens."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sudoku_cp._base.errors import InputError, ModelError
from sudoku_cp.formats.toml.values import places, tables
from sudoku_cp.formats.toml.writing import grid_value, text_value
from sudoku_cp.model import Sudoku
from sudoku_cp.page.puzzles import board_of, document_of, values_of

HEAD = ("model", "name", "author", "rules", "size", "box", "digits", "symbols", "regions")
"""The keys that come first in a document, in this order."""

_VALUE = re.compile(
    r"""[^=\n]*=[ \t]*(\"{3}.*?(?<!\\)\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\[[^\]]*\]|[^\n#]*)""", re.S
)
"""A key with its value."""

NEW = {"name": "untitled"}
"""What a document has where a text is taken away."""


def with_value(text: str, key: str, value: str | None) -> str:
    r"""The document with another value of a key outside its tables.

    Parameters
    ----------
    text
        The document.
    key
        The key.
    value
        The value as TOML; None to take the key away.

    Returns
    -------
    str
        The new document. A new key comes behind those of `HEAD` that are before it, or else behind all keys.

    >>> print(with_value("name = 'a' # first\nsize = 4\n", "author", '"me"'), end="")
    name = 'a' # first
    author = "me"
    size = 4
    """
    known = places(text)
    if (key,) in known:
        start, end, after = _extent(text, known[(key,)].line)
        if value is None:
            return text[: _line_start(text, start)] + text[after:]
        return text[:start] + value + text[end:]
    if value is None:
        return text
    before = [each for each in HEAD[: HEAD.index(key)] if (each,) in known] if key in HEAD else []
    if before:
        at = max(_extent(text, known[(each,)].line)[2] for each in before)
    else:
        own = [place.line for path, place in known.items() if len(path) == 1 and not place.is_header]
        first = next((table.first for table in tables(text)), text.count("\n") + 2)
        at = _offset(text, min(own) if own and key in HEAD else first)
    head, rest = text[:at].rstrip("\n"), text[at:]
    if not head and key not in HEAD:
        head = "size = 9"
    new = f"{head}\n{key} = {value}" if head else f"{key} = {value}"
    is_table = rest.lstrip().startswith("[")
    return f"{new}\n" + (f"\n{rest}" if is_table else rest)


def _offset(text: str, line: int) -> int:
    """The place of the first character of a line, counted from 1."""
    return len("".join(each + "\n" for each in text.split("\n")[: line - 1])) if line > 1 else 0


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _extent(text: str, line: int) -> tuple[int, int, int]:
    """Where the value of the key on a line begins and ends, and where the line after it begins."""
    found = _VALUE.match(text, _offset(text, line))
    assert found is not None
    after = text.find("\n", found.end(1))
    return found.start(1), found.end(1), len(text) if after < 0 else after + 1


def describe(text: str, texts: Mapping[str, Any]) -> str:
    """Change the title, the author or the rules in words.

    Parameters
    ----------
    text
        The document.
    texts
        The new texts by their keys: ``name``, ``author`` and ``rules``; an empty one takes the key away.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If there is no such text.
    """
    for key, said in texts.items():
        if key not in ("name", "author", "rules") or not isinstance(said, str):
            raise ModelError(f"a puzzle has no text {key}")
        said = said.strip() or NEW.get(key, "")
        text = with_value(text, key, text_value(said) if said else None)
    return tried(text)


def resize(text: str, height: int, width: int) -> str:
    """Give the grid another size; the boxes become the usual ones, and givens outside it go.

    Parameters
    ----------
    text
        The document.
    height, width
        The numbers of rows and columns.

    Returns
    -------
    str
        The new document.

    Raises
    ------
    ModelError
        If the size is out of range, the board comes with a model, or a clue has cells outside the new grid.
    """
    values, board = values_of(text).by_key, board_of(text)
    if "model" in values or not isinstance(board, Sudoku):
        raise ModelError("the size of this board comes with its model: begin a new puzzle")
    new = Sudoku(height if height == width else (height, width))
    for cell, digit in board.givens.items():
        if digit in new.digits and cell.name in {each.name for each in new.grid}:
            new.give(cell.name, digit)
    for key in ("box", "regions", "digits", "symbols"):
        text = with_value(text, key, None)
    text = with_value(text, "size", str(height if height == width else [height, width]))
    return tried(with_value(text, "grid", grid_value(new)) if "grid" in values else text)


def divide(text: str, labels: Sequence[str]) -> str:
    """Divide the grid into regions.

    Parameters
    ----------
    text
        The document.
    labels
        The rows, with a character for the region of each cell; none for a grid without regions.

    Returns
    -------
    str
        The new document; regions that are the usual boxes are not written.

    Raises
    ------
    ModelError
        If a region has a wrong size.
    """
    board = board_of(text)
    if not isinstance(board, Sudoku) or "model" in values_of(text).by_key:
        raise ModelError("the regions of this board come with its model: begin a new puzzle")
    shape = board.height if board.is_square else (board.height, board.width)
    drawn = Sudoku(shape, regions=labels, digits=board.digits)
    usual = Sudoku(shape, digits=board.digits)
    places_of = [{frozenset(cell.name for cell in box) for box in each.boxes} for each in (drawn, usual)]
    value = None if places_of[0] == places_of[1] else '"""\n' + "".join(f"{row}\n" for row in labels) + '"""'
    return tried(with_value(with_value(text, "box", None), "regions", value))


def tried(text: str) -> str:
    """The document, if it declares a board.

    Raises
    ------
    ModelError
        If it does not.
    """
    try:
        document_of(text)
    except InputError as error:
        raise ModelError(error.message) from None
    return text
