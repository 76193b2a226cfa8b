"""The application: the files of the page, and the WebSocket on which it talks to the session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from sudoku_cp._base.errors import ModelError
from sudoku_cp.page.browsers import Browser, put
from sudoku_cp.page.guard import Guard
from sudoku_cp.page.limits import MOST_CONNECTIONS
from sudoku_cp.page.messages import read
from sudoku_cp.page.session import Session

STATIC = Path(__file__).parent / "static"


def application(session: Session, hosts: Iterable[str], token: str) -> Guard:
    """The application of a session.

    Parameters
    ----------
    session
        The session.
    hosts
        The values of ``Host`` under which the page is reached, each with the port.
    token
        The token of the address.

    Returns
    -------
    Guard
        An ASGI application, which lets only the page itself in.
    """
    connections = _Connections(session)
    routes = [
        Route("/", _index),
        WebSocketRoute("/ws", connections.serve),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes), hosts, token)


async def _index(request: Request) -> FileResponse:
    return FileResponse(STATIC / "index.html", media_type="text/html")


class _Connections:
    """The WebSockets of the browsers."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open = 0

    async def serve(self, socket: WebSocket) -> None:
        """Pass messages on in both directions until one side ends."""
        if self._open >= MOST_CONNECTIONS:
            await socket.close(1013, "too many windows show this page")
            return
        self._open += 1
        await socket.accept()
        browser = self._session.join()
        sending = asyncio.create_task(_send_all(browser, socket))
        try:
            await self._receive_all(browser, socket)
        finally:
            self._open -= 1
            self._session.leave(browser)
            sending.cancel()

    async def _receive_all(self, browser: Browser, socket: WebSocket) -> None:
        number = 0
        while (frame := await socket.receive())["type"] == "websocket.receive":
            try:
                message = read(frame.get("text") or "")
            except ModelError as error:
                self._session.refuse(browser, "", str(error))
            else:
                await self._session.handle(message, browser)
            number += 1
            put(browser, {"type": "done", "number": number})
            await asyncio.sleep(0)  # so that answers go out before more is read


async def _send_all(browser: Browser, socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (message := await browser.get()) is not None:
            await socket.send_text(json.dumps(message))
        await socket.close(1001)
