"""The doorkeeper of the page: only a browser on this machine that knows the token comes in.

A page on the web can make a browser send requests to this machine. It cannot choose their ``Origin``, and a name that
it has pointed at this machine shows in ``Host``; the token keeps out other users of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from secrets import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

WITH_TOKEN = ("/", "/ws")
"""The paths that need the token; the files of the page itself are no secret."""

POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Wraps the application.

    Parameters
    ----------
    app
        The application.
    hosts
        The values of ``Host`` under which the page is reached, each with the port.
    token
        The token.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        reason = self._reason_against(scope)
        if reason and scope["type"] == "websocket":
            await WebSocketClose(code=1008, reason=reason)(scope, receive, send)
        elif reason:
            await PlainTextResponse(f"{reason}\n", 403, HEADERS)(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _reason_against(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return "This page is for browsers on this machine."
        origin = headers.get("origin")
        if origin not in self._origins and (origin is not None or scope["type"] == "websocket"):
            return "This page does not answer other pages."
        if scope["path"] in WITH_TOKEN and not self._knows_token(scope):
            return "Open the address that sudoku-cp page prints: it ends in a token."
        return ""

    def _knows_token(self, scope: Scope) -> bool:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        given = query.get("token", [""])[0]
        return compare_digest(given.encode(), self._token.encode())


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return send_with_headers
