"""The file of a document: what it was last known to have, in which encoding and with which line ends."""

from __future__ import annotations

import codecs
from io import BytesIO, TextIOWrapper
from pathlib import Path

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.files import content_of, replace_file
from sudoku_cp.page.limits import MOST_TEXT

MOST_BYTES = 4 * MOST_TEXT
"""The most bytes of a document that is not too long."""


class DocumentFile:
    """A file that other programs may write as well.

    Parameters
    ----------
    path
        The file; it need not exist.
    text
        The document until something has been read or written.
    """

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.text = text
        """What was last read or written, with the line ends of the page."""
        self.known: bytes | None = None
        """The same as bytes; None for no file."""
        self._mark = b""
        self._line_end = "\n"

    def look(self) -> bytes | None:
        """What the file has now; None if there is none.

        Raises
        ------
        OSError
            If it cannot be read.
        """
        return content_of(self.path, max(MOST_BYTES, len(self.known or b"")))

    def text_of(self, content: bytes) -> str:
        """The document that a content stands for.

        Raises
        ------
        InputError
            If it is too long, or not in UTF-8.
        """
        return self._read(content)[0]

    def accept(self, content: bytes | None) -> None:
        """Take a content for known, as it was read; None if there is no file, which is written anew.

        Raises
        ------
        InputError
            If it is too long, or not in UTF-8.
        """
        if content is not None:
            self.text, self._line_end = self._read(content)
            self._mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
        self.known = content

    def write(self, text: str) -> None:
        """Save a document with the encoding and the line ends of the file.

        Raises
        ------
        ChangedFileError
            If another program has changed or deleted the file.
        OSError
            If it cannot be written.
        """
        if text == self.text and self.known is not None:
            content = self.known  # line ends of several kinds stay
        else:
            content = self._mark + text.replace("\n", self._line_end).encode()
        if content != self.known or self.look() != content:
            replace_file(self.path, content, self.known)
        self.known, self.text = content, text

    def _read(self, content: bytes) -> tuple[str, str]:
        """The document and its line ends; of several kinds, the one of Unix."""
        with TextIOWrapper(BytesIO(content), encoding="utf-8-sig") as stream:
            try:
                text = stream.read()
            except UnicodeDecodeError:
                raise InputError("not a text in UTF-8", str(self.path)) from None
            if len(text) > MOST_TEXT or len(content) > MOST_BYTES:
                raise InputError(f"a document of more than {MOST_TEXT:,} characters", str(self.path))
            return text, stream.newlines if isinstance(stream.newlines, str) else "\n"
