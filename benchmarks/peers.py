"""Other programs that solve 9×9 puzzles, one on each line of standard input or of a file."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Sample, Works, run_program

PLACEHOLDER = "{file}"


def add_peer_option(parser: ArgumentParser) -> None:
    """Declare ``--peer``."""
    parser.add_argument(
        "--peer",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help=f"a program to compare with; {PLACEHOLDER} in its command is a file of the puzzles, "
        "otherwise it reads them on standard input",
    )


def peers_of(options: Namespace) -> dict[str, str]:
    """The commands by name."""
    return dict(peer.split("=", 1) for peer in options.peer)


@contextmanager
def peer_works(peers: dict[str, str], puzzles: bytes) -> Iterator[Works]:
    """Yield the function that runs each peer on the puzzles, with the times of its process."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_bytes(puzzles)
        yield {name: partial(_run, command, file, puzzles) for name, command in peers.items()}


def _run(command: str, file: Path, puzzles: bytes) -> Sample:
    reads_file = PLACEHOLDER in command
    words = [word.replace(PLACEHOLDER, str(file)) for word in shlex.split(command)]
    return run_program(words, b"" if reads_file else puzzles)[0]
