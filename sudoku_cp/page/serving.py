"""Serving the page until it is interrupted."""

from __future__ import annotations

import asyncio
import signal
import socket
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sudoku_cp._base.files import content_of
from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp.page.limits import MOST_BYTES
from sudoku_cp.page.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    from sudoku_cp.page.application import application

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
