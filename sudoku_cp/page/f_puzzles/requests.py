"""The messages of the user script: JSON objects with a number, a command and a compressed puzzle.

```
    {"nonce": 7, "command": "count", "dataType": "fpuzzles", "data": "N4Ig…"}       a question
    {"nonce": 8, "command": "cancel"}                                                the end of it

    {"nonce": 7, "type": "count", "count": 12, "inProgress": true}                   its answers
    {"nonce": 8, "type": "canceled"}
```

References
----------
dclamage/SudokuSolver: ``SudokuSolverConsole/WebsocketListener.cs`` and its user script.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from sudoku_cp._base.errors import InputError

QUESTIONS = ("truecandidates", "solve", "check", "count", "estimate", "solvepath", "step")
"""The commands that have an answer."""

CANCEL = "cancel"
DATA_TYPE = "fpuzzles"


@dataclass(frozen=True, slots=True)
class Request:
    """A message of the user script."""

    nonce: int
    command: str
    data: str
    """The puzzle: an lz-string payload, or an address that ends in one."""
    is_ignored: bool = False
    """Whether it is about a puzzle of another kind, which gets no answer."""


class RequestError(InputError):
    """Raised for a message that is no request.

    Parameters
    ----------
    message
        What is wrong.
    nonce
        Its number, 0 if it has none.
    """

    def __init__(self, message: str, nonce: int = 0) -> None:
        super().__init__(message)
        self.nonce = nonce


def read(text: str | bytes) -> Request:
    """Read a message.

    Parameters
    ----------
    text
        The message.

    Returns
    -------
    Request
        Its content.

    Raises
    ------
    RequestError
        If it is not such a message.

    >>> read('{"nonce": 8, "command": "cancel"}').command
    'cancel'
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestError("the message is not JSON") from None
    if not isinstance(message, dict):
        raise RequestError("the message is not an object")
    nonce, command = message.get("nonce"), message.get("command")
    if not isinstance(nonce, int) or isinstance(nonce, bool):
        raise RequestError("the message has no nonce, a whole number")
    if command == CANCEL:
        return Request(nonce, CANCEL, "")
    if command not in QUESTIONS:
        raise RequestError(f"the command is none of {', '.join((*QUESTIONS, CANCEL))}", nonce)
    data = message.get("data")
    if message.get("dataType") != DATA_TYPE:
        return Request(nonce, command, "", is_ignored=True)
    if not isinstance(data, str):
        raise RequestError("the message has no data, a text", nonce)
    return Request(nonce, command, data)


def written(nonce: int, answer: Mapping[str, Any]) -> str:
    """An answer as text, without empty members; numbers that JSON does not have are texts.

    Parameters
    ----------
    nonce
        The number of the question.
    answer
        The members of the answer.

    Returns
    -------
    str
        A JSON object.

    >>> written(7, {"type": "estimate", "estimate": 0.0, "relErrPercent": float("nan"), "message": None})
    '{"nonce": 7, "type": "estimate", "estimate": 0.0, "relErrPercent": "NaN"}'
    """
    members = {key: _expressible(value) for key, value in answer.items() if value is not None}
    return json.dumps({"nonce": nonce, **members})


def _expressible(value: Any) -> Any:
    if not isinstance(value, float) or isfinite(value):
        return value
    return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
