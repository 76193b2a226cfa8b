"""A page that is served by a process of its own, and a browser for it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the packages of the extra `page` are not installed")

from .client import Client, connected

pytest.register_assert_rewrite("tests.page.gestures")  # so that it says what differs

TOKEN = "a-token"
EMPTY = "size = 9\n"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SECONDS = 90_000
"""The time for one step in the browser in milliseconds, for machines under load."""


@dataclass
class Server:
    """A running `sudoku-cp page`."""

    arguments: tuple[str, ...]
    port: int = 0
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it, at the same port as before if there was one."""
        command = [sys.executable, "-m", "sudoku_cp", "page", *self.arguments]
        options = ["--no-browser", "--token", TOKEN, "--port", str(self.port)]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address = self.process.stdout.readline()
        assert address.startswith("http://127.0.0.1:"), address
        self.port = int(address.split(":")[2].split("/")[0])

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={TOKEN}"

    @property
    def file(self) -> Path:
        """The file that it saves the document in."""
        return Path(self.arguments[0])

    @contextmanager
    def client(self, **options: str) -> Iterator[Client]:
        """A connection to it; see `connected`."""
        with connected(self.port, **({"token": TOKEN} | options)) as client:
            yield client

    @property
    def workers(self) -> list[int]:
        """Its processes that answer questions."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in listed.split()]


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Serve a page with some arguments."""
    servers: list[Server] = []

    def start(*arguments: object) -> Server:
        servers.append(Server(tuple(map(str, arguments))))
        return servers[-1]

    yield start
    for server in servers:
        server.process.kill()
        server.process.wait(60)
        if server.process.stdout is not None:
            server.process.stdout.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need none of their own: its processes take most of the time of a test."""
    server = Server((str(tmp_path_factory.mktemp("page") / "shared.toml"),))
    yield server
    assert server.stop() == 0
    assert server.process.stdout is not None
    server.process.stdout.close()


@pytest.fixture
def fresh(shared: Server) -> Callable[..., Server]:
    """Put a document into the shared server, without marks."""

    def begin(text: str = EMPTY) -> Server:
        with shared.client() as client:
            client.begin(text)
        return shared

    return begin


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, in which any error on the console fails the test."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox"],
            env={**os.environ, "LC_ALL": "C.UTF-8"},  # else it saves nothing in a folder whose name is not ASCII
        )
        yield started
        started.close()


@pytest.fixture
def show(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page in the browser, perhaps after a script of its own, and wait for its board."""
    errors: list[str] = []
    pages: list[Any] = []

    def open_page(server: Server, before: str = "", **options: Any) -> Any:
        page = browser.new_page(**({"viewport": {"width": 1400, "height": 900}} | options))
        page.set_default_timeout(SECONDS)
        page.add_init_script(before)
        page.on("console", lambda message: errors.append(message.text) if _is_error(message) else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        pages.append(page)
        page.goto(server.url)
        page.wait_for_selector("[data-cell]")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert errors == []


def _is_error(message: Any) -> bool:
    """Whether a message of the console is an error; a server that is away is none."""
    return message.type in ("error", "warning") and "ERR_CONNECTION" not in message.text
