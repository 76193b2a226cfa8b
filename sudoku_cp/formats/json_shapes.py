"""The shape of a JSON document: whose keys it has at its top, found before any cell is read.

Programs write objects with keys of their own; what decides is which keys the object itself has, and how their values
begin, never what texts or cells inside hold. A document that has the keys of two programs is refused, and the message
names both. Only an object of no program may be one with a grid in a field (`sudoku_cp.formats.json_lines`).

================  =================================================================================================
format            evidence
================  =================================================================================================
``f-puzzles``     ``grid``: rows of objects
``sudokupad``     ``cells``: rows of objects
``gnome-sudoku``  ``cells``: objects
``sudokumaker``   ``formatVersion``
``pencilmark``    ``format``: ``sudoku-puzzle``
``sudoku-bench``  ``rules`` and ``initial_board``
``ipuz``          ``version`` or ``kind``: an address of ipuz.org; the object may stand in ``ipuz(…)``
================  =================================================================================================
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sudoku_cp.formats.format import Peek
from sudoku_cp.formats.strict_json import is_whole

_OBJECT = re.compile(r'\s*(?:ipuz\(\s*)?(?:\{\s*(?:["}]|$)|$)')
"""How an object begins; other lists of programs have a bracket or a number there."""
_WRAPPED = re.compile(r"\s*ipuz\((.*)\)\s*;?\s*", re.DOTALL)
_IPUZ = re.compile(r'\[?"https?://ipuz\.org/')
_LONGEST = 100
"""The number of characters of a text that is a value."""
_DEEPEST = 3

Outline = Mapping[str, str]
"""The keys of an object, each with the beginning of its value: ``[[{`` for rows of objects, ``"4x4`` for a text."""

_PROGRAMS: Mapping[str, Callable[[Outline], bool]] = {
    "f-puzzles": lambda keys: keys.get("grid", "").startswith("[[{"),
    "sudokupad": lambda keys: keys.get("cells", "").startswith("[[{"),
    "gnome-sudoku": lambda keys: keys.get("cells", "").startswith("[{"),
    "sudokumaker": lambda keys: "formatVersion" in keys,
    "pencilmark": lambda keys: keys.get("format") == '"sudoku-puzzle',
    "sudoku-bench": lambda keys: "rules" in keys and "initial_board" in keys,
    "ipuz": lambda keys: any(map(_IPUZ.match, (keys.get("version", ""), keys.get("kind", "")))),
}


def is_of(name: str) -> Callable[[Peek], bool]:
    """The recognition of a program's documents by the keys of the object that a text begins with."""
    has_keys = _PROGRAMS[name]
    return lambda peek: (keys := _outline_at(peek)) is not None and has_keys(keys)


def is_of_any(keys: Outline) -> bool:
    """Return whether an object has the keys of a program."""
    return any(has_keys(keys) for has_keys in _PROGRAMS.values())


def is_object(peek: Peek) -> bool:
    """Return whether a text begins like an object, which may be damaged."""
    first = peek(0)
    return first is not None and first.text.lstrip().startswith("{")


def whole_text(peek: Peek, *, is_list: bool = False) -> str | None:
    """The object that a text begins with: its first line, or else all lines; None if it does not begin like one.

    Parameters
    ----------
    is_list
        Whether it is known to begin like a list of objects instead.
    """
    first = peek(0)
    if first is None or not (is_list or _OBJECT.match(first.text)):
        return None
    if is_whole(first.text):
        return first.text
    pieces, ahead = [first.text], 0
    while (line := peek(ahead := ahead + 1)) is not None:
        pieces.append(line.text)
    return "\n".join(pieces)


def _outline_at(peek: Peek) -> Outline | None:
    text = whole_text(peek)
    return None if text is None else outline_of(text)


@lru_cache(maxsize=1)
def outline_of(text: str) -> Outline | None:
    """The keys of an object and how their values begin; None if the text is no object in JSON.

    >>> outline_of('{"size": 4, "grid": [[{}, {}]], "title": "a", "cage": []}')
    {'size': '4', 'grid': '[[{', 'title': '"a', 'cage': '['}
    """
    found = _WRAPPED.fullmatch(text)
    last: list[tuple[str, Any]] = []

    def keep(pairs: list[tuple[str, Any]]) -> type[dict[str, Any]]:
        nonlocal last
        last = pairs  # in the end those of the outermost object, whose inner ones need no memory
        return dict

    try:
        value = json.loads(text if found is None else found[1], object_pairs_hook=keep)
    except (ValueError, RecursionError):
        return None
    return {key: _beginning(each) for key, each in last} if value is dict else None


def _beginning(value: Any) -> str:
    brackets = ""
    while isinstance(value, list) and len(brackets) < _DEEPEST:
        brackets += "["
        if not value:
            return brackets
        value = value[0]
    if value is dict:
        return brackets + "{"
    return brackets + (f'"{value[:_LONGEST]}' if isinstance(value, str) else str(value)[:_LONGEST])
