"""``sudoku-cp page``."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.process import ExitCode, notify
from sudoku_cp.model import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sudoku_cp.page.f_puzzles.bridge import Bridge

HOST = "127.0.0.1"


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a TOML document, which is saved after every change and made if there is none; or a puzzle in another "
        "format, or one that comes with sudoku-cp, which are only read",
    )
    shared.add_rules_option(parser)
    parser.add_argument("--port", metavar="N", type=_port, default=0, help="the port (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"needs --token if not local (default: {HOST})")
    parser.add_argument("--token", metavar="TEXT", help="the secret of the address (default: a new one)")
    group = parser.add_argument_group("f-puzzles")
    group.add_argument(
        "--f-puzzles", action="store_true", help="also answer the solver's user script in pages of f-puzzles.com"
    )
    group.add_argument(
        "--f-puzzles-port", metavar="N", type=shared.integer_up_to(65535), help="its port (default: 4545)"
    )
    group.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another page that may ask; may be repeated"
    )


def _port(text: str) -> int:
    return 0 if text == "0" else shared.integer_up_to(65535)(text)


def run(options: Namespace) -> ExitCode:
    """Serve the page until Ctrl-C.

    Raises
    ------
    InputError
        If the packages of the page are missing, the puzzle cannot be read, or the address is refused.
    """
    try:
        from sudoku_cp.page import serving
        from sudoku_cp.page.serving import application  # noqa: F401 - is it all there?
    except ModuleNotFoundError as error:
        needed = "install them with: pip install starlette uvicorn websockets"
        raise InputError(f"the page needs further packages ({error.name} is missing); {needed}") from None
    from sudoku_cp.page.opening import opened_document
    from sudoku_cp.page.session import Session
    from sudoku_cp.rules import load_rules

    for path in options.rules:
        load_rules(path)
    if options.host == "localhost":
        options.host = HOST
    if serving.is_every_address(options.host):
        raise InputError(f"--host {options.host!r} names no address: give the one that others use")
    if not serving.is_loopback(options.host):
        if options.token is None:
            raise InputError(f"--host {options.host} lets other machines in: choose the secret with --token")
        notify(f"sudoku-cp: warning: others in the network can reach {options.host}, and the connection is not secret")
    text, file, notes = opened_document(options.file)
    for note in notes:
        notify(f"{options.file}: {note}")
    try:
        opened = serving.listening(options.host, options.port)
    except OSError as error:
        place = f"{options.host} port {options.port}"
        raise InputError(f"{place} cannot be used: {error.strerror or error}") from None
    bridge = _bridge(options)
    address = serving.Address(options.host, opened.getsockname()[1], options.token or secrets.token_urlsafe(16))
    saved = f"changes are saved in {file.path}" if file is not None else "changes are not saved"

    def ready() -> None:
        sys.stdout.write(f"{address.url}\n{saved}; Ctrl-C ends\n")
        if bridge is not None:
            sys.stdout.write(f"f-puzzles: ws://localhost:{options.f_puzzles_port}\n")
        sys.stdout.flush()

    session = Session(text, file, options.rules)
    with ExitStack() as stack:
        if file is not None:
            stack.enter_context(_alone(file.path))
        serving.serve(session, opened, address, ready, opens_browser=not options.no_browser, bridge=bridge)
    if session.saving is not None and session.saving.problem:
        notify(f"sudoku-cp: warning: {session.saving.problem}")
    return ExitCode.ANSWERED


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Keep other pages from a file.

    Raises
    ------
    InputError
        If another page has it.
    """
    from sudoku_cp._base.locks import locked

    target = Path(os.path.realpath(file))
    lock = target.with_name(f".{target.name[:100]}.lock")
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(lock, "another page has this file", str(file), is_kept=False))
        except OSError as error:  # the page still looks at the file before it writes
            reason = error.strerror or error
            notify(f"sudoku-cp: warning: {lock} cannot be locked ({reason}): open no other page on {file}")
        yield


def _bridge(options: Namespace) -> Bridge | None:
    """What answers f-puzzles, if it is wanted.

    Raises
    ------
    InputError
        If the port is taken, or options for it are given without it.
    """
    if not options.f_puzzles:
        if options.f_puzzles_port is not None or options.origin:
            raise InputError("--f-puzzles-port and --origin need --f-puzzles")
        return None
    from sudoku_cp.page.f_puzzles.bridge import HOSTS, PORT, Bridge
    from sudoku_cp.page.serving import listening

    if options.f_puzzles_port is None:
        options.f_puzzles_port = PORT
    sockets = []
    for host in HOSTS:
        try:
            sockets.append(listening(host, options.f_puzzles_port))
        except OSError as error:
            if not sockets:
                place = f"{host} port {options.f_puzzles_port}"
                raise InputError(f"{place} cannot be used for f-puzzles: {error.strerror or error}") from None
            notify(f"sudoku-cp: warning: f-puzzles is not answered on {host}: {error.strerror or error}")
    return Bridge(sockets, options.origin)
