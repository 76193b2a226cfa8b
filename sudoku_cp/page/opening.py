"""The document that a session begins with, from a file in any format."""

from __future__ import annotations

from pathlib import Path

from sudoku_cp.errors import InputError
from sudoku_cp.formats import load, sniff
from sudoku_cp.formats.sources import is_puzzle, located, unreadable
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.page.limits import MOST_TEXT

EMPTY = 'name = "untitled"\nsize = 9\n'
"""The document without a file."""


def opened_document(file: str | None) -> tuple[str, Path | None]:
    """The document, and the file in which it is saved.

    Parameters
    ----------
    file
        A TOML document, which is saved in place; a file that does not exist yet; or a puzzle in another format, or
        one that comes with the package, which are read only. None for an empty grid that is not saved.

    Returns
    -------
    tuple
        The text, and the file; None for a document that is not saved.

    Raises
    ------
    InputError
        If there is no such puzzle, or it is too long.
    """
    if file is None:
        return EMPTY, None
    if not is_puzzle(file):
        path = Path(file)
        if path.suffix == ".toml" and not located(file).exists() and path.parent.is_dir():
            return EMPTY, path
        text = _toml_text(path)
        if text is not None:
            return text, path
    board = load(file, ignore_unsupported=True)
    return dump_document(board), None


def _toml_text(path: Path) -> str | None:
    """The text of a file that is a document already; None for any other."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as stream:
            if not path.stat().st_size:
                return EMPTY
            if sniff(stream, str(path))[0] != "toml":
                return None
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(str(path), error) from None
    except UnicodeDecodeError:
        return None
    if len(text) > MOST_TEXT:
        raise InputError(f"a document of more than {MOST_TEXT:,} characters", str(path))
    return text
