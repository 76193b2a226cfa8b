"""The records that commands write as lines of JSON, described as JSON Schema (draft 2020-12), with a file a command."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from sudoku_cp._base.arguments import checked, text
from sudoku_cp._base.errors import InputError, unknown

__all__ = ["names", "schema"]

_FOLDER = Path(__file__).parent

_SHARED = "common"
"""The file with the parts that several schemas use."""

_REFERENCE = re.compile(r'"(\w+)\.json#')
"""A reference to another file."""


def names() -> tuple[str, ...]:
    """The commands whose records have a schema, in alphabetical order.

    Returns
    -------
    tuple
        Their names.

    >>> names()[:4]
    ('candidates', 'check', 'corpus', 'count')
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json") if path.stem != _SHARED))


@checked(command=text)
def schema(command: str) -> dict[str, Any]:
    """The schema of the records of a command.

    Parameters
    ----------
    command
        The name of the command, such as ``solve``.

    Returns
    -------
    dict
        The schema, together with the schemas to which it refers: any validator of draft 2020-12 can use it alone.

    Raises
    ------
    InputError
        If no records of this name have a schema.

    >>> schema("candidates")["description"]
    'One record for each puzzle.'
    """
    if command not in names():
        raise InputError(unknown("command with JSON records", command, names()))
    texts = {command: _text(command)}
    waiting = [command]
    while waiting:
        for name in _REFERENCE.findall(texts[waiting.pop()]):
            if name not in texts:
                texts[name] = _text(name)
                waiting.append(name)
    whole, *others = (json.loads(text) for text in texts.values())
    return {**whole, "$defs": whole["$defs"] | {other["$id"]: other for other in others}}


@cache
def _text(name: str) -> str:
    return (_FOLDER / f"{name}.json").read_text(encoding="utf-8")
