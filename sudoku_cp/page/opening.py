"""The document that a session begins with, from a file in any format."""

from __future__ import annotations

from pathlib import Path

from sudoku_cp.errors import InputError
from sudoku_cp.formats import sniff
from sudoku_cp.formats.loading import opened
from sudoku_cp.formats.sources import ARGUMENT, is_puzzle, located, unreadable
from sudoku_cp.page.importing import imported
from sudoku_cp.page.limits import MOST_TEXT

EMPTY = 'name = "untitled"\nsize = 9\n'
"""The document without a file."""


def opened_document(file: str | None) -> tuple[str, Path | None, list[str]]:
    """The document, the file in which it is saved, and what it leaves out of a puzzle in another format.

    Parameters
    ----------
    file
        A TOML document, which is saved in place; a file that does not exist yet; or a puzzle in another format, or
        one that comes with the package, which are read only. None for an empty grid that is not saved.

    Returns
    -------
    tuple
        The text; the file, None for a document that is not saved; and the notes.

    Raises
    ------
    InputError
        If there is no such puzzle, or it is too long.
    """
    if file is None:
        return EMPTY, None, []
    if not is_puzzle(file):
        path = Path(file)
        if path.suffix == ".toml" and not located(file).exists() and path.parent.is_dir():
            return EMPTY, path, []
        text = _toml_text(path)
        if text is not None:
            return text, path, []
    with opened(file) as stream:
        text, notes = imported(stream, ARGUMENT if is_puzzle(file) else file)
    return text, None, notes


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
