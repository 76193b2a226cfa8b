"""The browsers that show a session, and what a new one of them has to know."""

from __future__ import annotations

from asyncio import Queue, QueueFull
from typing import Any, TypeAlias

from sudoku_cp.page.limits import MOST_WAITING
from sudoku_cp.page.messages import Message

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
