"""What a browser does over its WebSocket, without a window."""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sudoku_cp.page.messages import EDITS

OTHER = "size = 6\nbox = [2, 3]\n"
"""A document that no test begins with."""


class Client:
    """A connection to the page; revisions are numbered from the document with which the client begins."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.name = secrets.token_hex(8)
        self.unread: list[dict[str, Any]] = []
        self.base = 0
        self._sent = 0

    def begin(self, text: str) -> None:
        """Replace the document, marks and layers, and forget all that was known before."""
        self.wait("document")  # the one before
        self.send("marks", marks={})
        self.send("layers", candidates=8)
        self.send("write", text=OTHER)  # so that all is asked anew, even if the document is there already
        self.wait("document", text=OTHER)
        self.send("write", text=text)
        self.base = self.wait("document", text=text)["revision"]
        self.wait("view", revision=0)
        self.unread = [message for message in self.unread if message.get("revision", 0) >= self.base]

    def send(self, kind: str, **content: Any) -> None:
        """Send a message; an edit is about whatever document there is, unless something else is said."""
        needed: dict[str, dict[str, Any]] = {
            "write": {"base": None},
            "marks": {"base": None},
            "change": {"revision": 1 << 40},
        }
        if kind in EDITS:
            content = {"id": [self.name, self._sent], **needed.get(kind, {}), **content}
        self.send_text(json.dumps({"type": kind, **content}))

    def send_text(self, text: str | bytes) -> None:
        self._connection.send(text)
        self._sent += 1

    def wait(self, kind: str, **wanted: Any) -> dict[str, Any]:
        """The first message of a kind with these fields that has not been waited for."""
        if "revision" in wanted:
            wanted["revision"] += self.base
        at = 0
        while True:
            if at == len(self.unread):
                self.unread.append(json.loads(self._connection.recv(timeout=120)))
            message = self.unread[at]
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return self.unread.pop(at)
            at += 1

    def catch_up(self) -> None:
        """Wait until all that was sent has been acted on, and forget what came."""
        self.wait("done", number=self._sent)
        self.unread.clear()

    def ask(self, question: str, **options: Any) -> dict[str, Any]:
        self.send("ask", question=question, options=options)
        return self.wait("answer", question=question)


@contextmanager
def connected(port: int, token: str, *, origin: str = "", host: str = "127.0.0.1") -> Iterator[Client]:
    """Connect as a browser does, which says where its page comes from, and by which name it knows this machine."""
    own = Origin(origin or f"http://127.0.0.1:{port}")
    address = f"ws://{host}:{port}/ws?token={token}"
    opened = socket.create_connection(("127.0.0.1", port))
    patient: dict[str, Any] = {"open_timeout": 60, "ping_interval": None}  # the machine may be busy
    with connect(address, sock=opened, origin=own, max_size=None, **patient) as connection:
        yield Client(connection)
