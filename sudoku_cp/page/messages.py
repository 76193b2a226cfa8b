"""The messages of the browsers: which there are, what each must hold, and what a new browser has to know."""

from __future__ import annotations

import json
from asyncio import Queue, QueueFull
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sudoku_cp._base.errors import ModelError
from sudoku_cp.page.limits import MOST_HISTORY, MOST_TEXT, MOST_WAITING

Message: TypeAlias = dict[str, Any]
Test: TypeAlias = Callable[[Any], bool]

QUESTIONS = (
    *("solve", "next", "count", "best", "proof", "generate"),
    *("why", "reduce", "equal", "contradictions"),
    *("hint", "step", "path", "logical", "rating"),
)
"""The questions of the message ``ask``."""

EDITS = ("write", "change", "undo", "redo", "marks")
"""The messages that a browser sends again if the connection is lost before the server has acted on them."""

MOST_NAME = 64
"""The longest name of a window."""

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


def _is_edit(value: Any) -> bool:
    return value["type"] in EDITS and all(test(value[name]) for name, test in FIELDS[value["type"]].items())


def _is_id(value: Any) -> bool:
    client, number = value
    return isinstance(client, str) and len(client) <= MOST_NAME and _is_number(number)


def _is_text_or_none(value: Any) -> bool:
    return value is None or _is_text(value)


FIELDS: Mapping[str, Mapping[str, Test]] = {
    "join": {
        "instance": _is_text,
        "file": _is_text,
        "history": _is_history,
        "saved": _is_text_or_none,
        "marks": _is_marks,
        "edits": lambda value: all(map(_is_edit, value)),
    },
    "write": {"id": _is_id, "text": _is_text, "base": _is_text_or_none},
    "change": {"id": _is_id, "change": _is_table, "revision": _is_number},
    "undo": {"id": _is_id},
    "redo": {"id": _is_id},
    "marks": {"id": _is_id, "marks": _is_marks, "base": lambda value: value is None or _is_marks(value)},
    "layers": {"candidates": _is_number},
    "ask": {"question": lambda value: value in QUESTIONS, "options": _is_table},
    "cancel": {},
    "export": {"to": _is_text},
    "decide": {"take": lambda value: value in CHOICES, "seen": _is_text_or_none},
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

    >>> read('{"type": "undo", "id": ["window", 1]}')
    {'type': 'undo', 'id': ['window', 1]}
    >>> read('{"type": "export", "to": 5}')
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: message export: its field to is missing or wrong
    >>> read('{"type": "write", "text": "\\ud800"}')
    Traceback (most recent call last):
    sudoku_cp._base.errors.ModelError: the message is not JSON in UTF-8
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


KEPT = ("document", "saved", "view", "palette", "marks", "status", "candidates", "check", "answer")
"""The kinds of which a new browser gets the last message."""

Browser: TypeAlias = "Queue[Message | None]"
"""The messages for a browser that have not been sent; None is the last one."""


class Browsers:
    """The browsers, and the last message of each kind."""

    def __init__(self) -> None:
        self._open: set[Browser] = set()
        self.last: dict[str, Message] = {}

    def add(self, *greetings: Message) -> Browser:
        """Add a browser.

        Parameters
        ----------
        *greetings
            Its first messages.

        Returns
        -------
        Browser
            Its messages: after the greetings the last one of each kind.
        """
        browser: Browser = Queue(MOST_WAITING)
        for message in (*greetings, *(self.last[kind] for kind in KEPT if kind in self.last)):
            browser.put_nowait(message)
        self._open.add(browser)
        return browser

    def remove(self, browser: Browser) -> None:
        """Forget a browser."""
        self._open.discard(browser)

    def tell(self, kind: str, revision: int, content: Message) -> None:
        """Send a message to all browsers, and keep it for those that come later.

        Parameters
        ----------
        kind
            Its type.
        revision
            The revision of the document.
        content
            Its other fields.
        """
        message = {**content, "type": kind, "revision": revision}
        if kind in KEPT:
            self.last[kind] = message
        for browser in list(self._open):
            put(browser, message)

    def close(self) -> None:
        """Let all browsers go."""
        for browser in self._open:
            put(browser, None)


def put(browser: Browser, message: Any) -> None:
    """Queue a message; a browser that is too slow is let go."""
    try:
        browser.put_nowait(message)
    except QueueFull:
        while not browser.empty():
            browser.get_nowait()
        browser.put_nowait(None)
