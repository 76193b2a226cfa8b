"""The meaning of a puzzle's name: a file, a puzzle that comes with the package, or the puzzle itself."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

from sudoku_cp import models
from sudoku_cp._base.errors import nearest
from sudoku_cp.formats.registry import FORMATS
from sudoku_cp.formats.text_lines import are_cells
from sudoku_cp.model import InputError

ARGUMENT = "<argument>"
"""The name in messages for a puzzle that is given instead of a file name."""

_CELLS = re.compile(r"[0-9.*_?-]{12,}")
"""What was probably meant as a puzzle."""

MOST_FILES = 10_000
"""The number of files in a folder that are considered as the intended one."""


def is_puzzle(text: str) -> bool:
    """Return whether the text is a puzzle itself, and not the name of a file.

    >>> is_puzzle("1..............."), is_puzzle("https://f-puzzles.com/?load=N4Ig")
    (True, True)
    >>> is_puzzle("puzzles_2024.txt")
    False
    """
    return looks_like_puzzle(text) and not _exists(Path(text))


def looks_like_puzzle(text: str) -> bool:
    """Return whether the text is a puzzle, on one line or on several, rather than the name of a file."""
    if "\n" in text or text.startswith("{") or are_cells(text):
        return True
    return any(each.starts(text) for each in FORMATS.values())


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # an address is too long for the name of a file
        return False


def located(name: str) -> Path:
    """The path of the file or the shipped puzzle with a name; it may not exist."""
    path = Path(name)
    if path.is_file() or "/" in name:
        return path
    shipped = Path(models.PUZZLES)
    return next(filter(Path.is_file, (shipped / f"{name}.toml", shipped / name)), path)


def unreadable(name: str, error: OSError) -> InputError:
    """The error for a file that cannot be read, with the file that may have been meant."""
    path, hint = Path(name), ""
    if isinstance(error, FileNotFoundError):
        shipped = () if "/" in name else models.puzzles()
        hint = nearest(path.name, (*_files_beside(path), *shipped))
        if not hint and _CELLS.fullmatch(name):
            hint = f"; as a puzzle it has {len(name)} cells, but 81 are needed for 9×9 and 256 for 16×16"
        elif not hint and name.isidentifier():
            hint = f"; the shipped puzzles are {', '.join(shipped)}"
    return InputError(f"cannot be read: {error.strerror or error}{hint}", name)


def _files_beside(path: Path) -> list[str]:
    try:
        return [other.name for other in islice(path.parent.iterdir(), MOST_FILES)]
    except OSError:
        return []
