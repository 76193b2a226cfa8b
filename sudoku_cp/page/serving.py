"""Serving the page until it is interrupted: its files, and the WebSocket on which it talks to the session.

Only a browser on this machine that knows the token gets in. A page on the web can make a browser send requests to this
machine. It cannot choose their ``Origin``, and a name that it has pointed at this machine shows in ``Host``; the token
keeps out other users of the machine.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from secrets import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from sudoku_cp._base.errors import ModelError
from sudoku_cp._base.files import content_of
from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp.page.limits import MOST_BYTES, MOST_CONNECTIONS
from sudoku_cp.page.messages import Browser, put, read
from sudoku_cp.page.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from uvicorn import Server

    from sudoku_cp.page.f_puzzles.bridge import Bridge


POLL = 0.4
"""The seconds between two looks at the files of rules and of the document."""

MOST_RULES = 1 << 22
"""The bytes of a file of rules that are compared."""


@dataclass(frozen=True)
class Address:
    """Where the page is served."""

    host: str
    port: int
    token: str

    @property
    def url(self) -> str:
        """The address to open.

        >>> Address("::1", 80, "a b&c").url
        'http://[::1]:80/?token=a%20b%26c'
        """
        return f"http://{_in_brackets(self.host)}:{self.port}/?token={quote(self.token, safe='')}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The values of ``Host`` under which it is reached."""
        names = {self.host, *(("localhost", "127.0.0.1", "::1") if is_loopback(self.host) else ())}
        return tuple(f"{_in_brackets(name)}:{self.port}" for name in sorted(names))


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("::1")
    (True, True, False, True)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_every_address(host: str) -> bool:
    """Whether an address stands for all addresses of this machine; then ``Host`` could not be checked.

    >>> is_every_address("0.0.0.0"), is_every_address("::"), is_every_address(""), is_every_address("192.168.0.2")
    (True, True, True, False)
    """
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return not host


def _in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listening(host: str, port: int) -> socket.socket:
    """A socket for the page.

    Parameters
    ----------
    host
        The address.
    port
        The port; 0 for any.

    Raises
    ------
    OSError
        If the address is taken, or not one of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
    except OSError:
        opened.close()
        raise
    return opened


def serve(
    session: Session,
    opened: socket.socket,
    address: Address,
    ready: Callable[[], None],
    *,
    opens_browser: bool,
    bridge: Bridge | None = None,
) -> None:
    """Serve the page until SIGINT or SIGTERM.

    Parameters
    ----------
    session
        The session.
    opened
        The socket.
    address
        Its address, with the token.
    ready
        Called when the page can be opened.
    opens_browser
        Whether to open it in the browser.
    bridge
        Answers other pages meanwhile.
    """
    asyncio.run(_serve(session, opened, address, ready, opens_browser, bridge))


async def _serve(
    session: Session,
    opened: socket.socket,
    address: Address,
    ready: Callable[[], None],
    opens_browser: bool,
    bridge: Bridge | None,
) -> None:
    import uvicorn

    config = uvicorn.Config(
        application(session, address.hosts, address.token),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # which takes longer than the way to this machine
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _quiet(uvicorn.Server)(config)
    loop = asyncio.get_running_loop()
    for number in ENDING_SIGNALS:
        try:
            loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    session.begin()
    if bridge is not None:
        await bridge.begin()
    watching = asyncio.create_task(_watch(session))
    serving = asyncio.create_task(server.serve(sockets=[opened]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.005)
    ready()
    if opens_browser:
        await asyncio.to_thread(webbrowser.open, address.url)
    try:
        await serving
    finally:
        watching.cancel()
        if bridge is not None:
            await bridge.close()
        await session.close()


def _quiet(kind: type[Server]) -> type[Server]:
    """The server without its own handling of signals."""

    class QuietServer(kind):  # type: ignore[valid-type, misc]
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    return QuietServer


async def _watch(session: Session) -> None:
    """Reload the rules whenever one of their files is saved, and look at the file of the document."""
    before = _states(session.rules)
    while True:
        await asyncio.sleep(POLL)
        await session.look_at_file()
        now = _states(session.rules)
        if now != before:
            before = now
            await session.reload_rules()


def _states(files: Sequence[str]) -> list[tuple[int, bytes | None]]:
    return [_state(Path(file)) for file in files]


def _state(file: Path) -> tuple[int, bytes | None]:
    """The time of the last change, and the content: clocks of files are coarse, and half a file may be seen first."""
    try:
        return file.stat().st_mtime_ns, content_of(file, MOST_RULES)
    except OSError:  # while an editor replaces it
        return 0, None


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
