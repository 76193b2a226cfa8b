"""What the name of a puzzle stands for: a file, a puzzle that is shipped, or the puzzle itself."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from sudoku_cp import models
from sudoku_cp.errors import nearest
from sudoku_cp.formats.line import are_cells
from sudoku_cp.formats.registry import FORMATS
from sudoku_cp.model import InputError

ARGUMENT = "<argument>"
"""The name in messages of a puzzle that is written where a file could be."""

MOST_FILES = 10_000
"""Files of a folder that are looked at for one that was meant."""


def is_puzzle(text: str) -> bool:
    """Say whether the text is a puzzle itself, and no file has it as its name.

    >>> is_puzzle("1..............."), is_puzzle("https://f-puzzles.com/?load=N4Ig")
    (True, True)
    >>> is_puzzle("puzzles_2024.txt")
    False
    """
    return looks_like_puzzle(text) and not _exists(Path(text))


def looks_like_puzzle(text: str) -> bool:
    """Say whether the text is a puzzle, in one line or in several, rather than a file's name."""
    if "\n" in text or text.startswith("{") or are_cells(text):
        return True
    return any(each.starts(text) for each in FORMATS.values())


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # an address is longer than a file's name may be
        return False


def located(name: str) -> Path:
    """The file of that name, or that of the shipped puzzle; it may be missing."""
    path = Path(name)
    if path.is_file() or "/" in name:
        return path
    return next(filter(Path.is_file, (models.PUZZLES / f"{name}.toml", models.PUZZLES / name)), path)


def unreadable(name: str, error: OSError) -> InputError:
    """The error that says why the file cannot be read, and which one may have been meant."""
    path, hint = Path(name), ""
    if isinstance(error, FileNotFoundError):
        shipped = () if "/" in name else models.puzzles()
        hint = nearest(path.name, (*_files_beside(path), *shipped))
        if not hint and name.isidentifier():
            hint = f"; the shipped puzzles are {', '.join(shipped)}"
    return InputError(f"cannot be read: {error.strerror or error}{hint}", name)


def _files_beside(path: Path) -> list[str]:
    try:
        return [other.name for other in islice(path.parent.iterdir(), MOST_FILES)]
    except OSError:
        return []
