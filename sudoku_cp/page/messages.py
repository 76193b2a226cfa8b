"""The messages of the browser: which there are, and what each must hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sudoku_cp.errors import ModelError
from sudoku_cp.page.limits import MOST_HISTORY, MOST_TEXT

Message: TypeAlias = dict[str, Any]
Test: TypeAlias = Callable[[Any], bool]

QUESTIONS = (
    *("solve", "next", "count", "best", "proof", "generate"),
    *("why", "unneeded", "equal"),
    *("hint", "step", "path", "logical", "rating"),
)
"""The questions of the message ``ask``."""

CHOICES = ("mine", "theirs", "both")
"""What the message ``decide`` may take."""

MOST_MARKS = 1 << 17
"""The longest marks of a player, as characters of JSON."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 53


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_marks(value: Any) -> bool:
    return isinstance(value, dict) and len(json.dumps(value)) <= MOST_MARKS


def _is_history(value: Any) -> bool:
    texts, at = value["texts"], value["at"]
    return (
        value.keys() == {"texts", "at"}
        and all(map(_is_text, texts))
        and _is_number(at)
        and 0 <= at < len(texts)
        and sum(map(len, texts)) <= MOST_HISTORY + MOST_TEXT
    )


FIELDS: Mapping[str, Mapping[str, Test]] = {
    "join": {"instance": _is_text, "history": _is_history, "marks": _is_marks},
    "write": {"text": _is_text},
    "change": {"change": _is_table},
    "undo": {},
    "redo": {},
    "marks": {"marks": _is_marks},
    "layers": {"candidates": _is_number},
    "ask": {"question": lambda value: value in QUESTIONS, "options": _is_table},
    "cancel": {},
    "export": {"to": _is_text},
    "decide": {"take": lambda value: value in CHOICES, "seen": lambda value: value is None or _is_text(value)},
}
"""The fields of each message, with the test of each value."""


def read(text: str) -> Message:
    r"""Read a message.

    Parameters
    ----------
    text
        The JSON text.

    Returns
    -------
    dict
        The message, with its ``type`` and all its fields.

    Raises
    ------
    ModelError
        If it is not one of the messages.

    >>> read('{"type": "undo"}')
    {'type': 'undo'}
    >>> read('{"type": "write", "text": 5}')
    Traceback (most recent call last):
    sudoku_cp.errors.ModelError: message write: its field text is missing or wrong
    >>> read('{"type": "write", "text": "\\ud800"}')
    Traceback (most recent call last):
    sudoku_cp.errors.ModelError: the message is not JSON in UTF-8
    """
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # half a surrogate pair cannot be saved
    except (ValueError, RecursionError):
        raise ModelError("the message is not JSON in UTF-8") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str) or message["type"] not in FIELDS:
        raise ModelError(f"a message has a type: one of {', '.join(FIELDS)}")
    for name, is_right in FIELDS[message["type"]].items():
        try:
            if name in message and is_right(message[name]):
                continue
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
            pass
        raise ModelError(f"message {message['type']}: its field {name} is missing or wrong")
    return message
