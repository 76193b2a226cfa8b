"""What a FILE argument stands for: a file, standard input, a shipped puzzle, or the puzzle itself."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO

import sudoku_cp
from sudoku_cp.formats.addresses import is_address
from sudoku_cp.formats.tatham import is_game
from sudoku_cp.model import InputError

BUFFER = 1 << 18
PIPE = 1 << 20
STDIN = "<stdin>"
ARGUMENT = "<argument>"

_SMALL_PUZZLE = re.compile(r"[0-9.*_?-]+")
_PUZZLE = re.compile(r"[0-9A-Za-z.*_?-]+")
_PUZZLES = Path(sudoku_cp.__file__).parent / "models" / "puzzles"


@contextmanager
def opened(argument: str) -> Iterator[tuple[io.BufferedReader, str]]:
    """Open what the argument stands for; gives the stream and its name in messages.

    Raises
    ------
    InputError
        If there is no such thing, or it cannot be read.
    """
    if argument == "-":
        yield _standard_input(), STDIN
        return
    path = Path(argument)
    if looks_like_puzzle(argument) and not _exists(path):
        yield _buffered(io.BytesIO(argument.encode())), ARGUMENT
        return
    if not path.is_file() and "/" not in argument:
        path = next(filter(Path.is_file, (_PUZZLES / f"{argument}.toml", _PUZZLES / argument)), path)
    try:
        stream = _buffered(path.open("rb", buffering=0))
    except OSError as error:
        hint = f"; the shipped puzzles are {', '.join(shipped_puzzles())}" if argument.isidentifier() else ""
        raise InputError(f"cannot be read: {error.strerror or error}{hint}", argument) from None
    with stream:
        yield stream, argument


def shipped_puzzles() -> tuple[str, ...]:
    """The names of the puzzles that come with sudoku-cp, in alphabetical order."""
    return tuple(sorted(path.stem for path in _PUZZLES.glob("*.toml")))


def puzzle_text(name: str) -> str:
    """What a shipped puzzle is, as the comment in its first line says.

    >>> puzzle_text("windoku")
    'Windoku; one solution.'
    """
    with (_PUZZLES / f"{name}.toml").open(encoding="utf-8") as stream:
        return stream.readline().lstrip("#").strip()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # an address is longer than a file's name may be
        return False


def looks_like_puzzle(argument: str) -> bool:
    """Say whether the argument is a puzzle in one line rather than a file's name.

    >>> looks_like_puzzle("1..............."), looks_like_puzzle("https://f-puzzles.com/?load=N4Ig")
    (True, True)
    >>> looks_like_puzzle("puzzles_2024.txt")
    False
    """
    if is_address(argument) or is_game(argument) or argument.startswith("{"):
        return True
    size = isqrt(len(argument))
    if size < 4 or size * size != len(argument):
        return False
    return bool((_PUZZLE if size > 8 else _SMALL_PUZZLE).fullmatch(argument))


def _standard_input() -> io.BufferedReader:
    if sys.stdin is None:
        raise InputError("is closed", STDIN)
    stream = sys.stdin.buffer
    if stream.isatty():
        print("reading puzzles from the terminal; end with Ctrl-D", file=sys.stderr)
    _widen_pipe(stream)
    return _buffered(stream)


def _widen_pipe(stream: BinaryIO) -> None:
    """Let a pipe hold many lines while those before are solved, where the system can."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)


def _buffered(stream: Any) -> io.BufferedReader:
    """A reader with room for many lines in `peek`."""
    return io.BufferedReader(getattr(stream, "raw", stream), BUFFER)
