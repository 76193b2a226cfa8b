"""The document that a session begins with, from a file in any format."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from sudoku_cp.formats import sniff
from sudoku_cp.formats.loading import is_puzzle, located, opened, unreadable
from sudoku_cp.page.document_file import DocumentFile
from sudoku_cp.page.importing import imported

EMPTY = 'name = "untitled"\nsize = 9\n'
"""The document without a file."""


def opened_document(file: str | None) -> tuple[str, DocumentFile | None, list[str]]:
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
            return EMPTY, DocumentFile(path, EMPTY), []
        if (document := _document_file(path)) is not None:
            return document.text, document, []
    stream, name = opened(file)
    with stream:
        text, notes = imported(stream, name)
    return text, None, notes


def _document_file(path: Path) -> DocumentFile | None:
    """A file that is a document already; None for any other."""
    if not path.is_file():
        return None
    document = DocumentFile(path)
    try:
        content = document.look() or b""
    except OSError as error:
        raise unreadable(str(path), error) from None
    if content and sniff(BytesIO(content), str(path))[0] != "toml":
        return None
    try:
        content.decode()
    except UnicodeDecodeError:
        return None
    document.accept(content)
    document.text = document.text or EMPTY
    return document
