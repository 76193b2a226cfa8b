"""Saving the document while the page goes on: a disk may take longer than an answer.

Other programs may write the same file. What they have written is not replaced before the user has decided; until then,
the document of the page is saved beside the file.
A file keeps its encoding and its line ends.
"""

from __future__ import annotations

import asyncio
import codecs
from asyncio import Task
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.files import ChangedFileError, content_of, replace_file
from sudoku_cp.page.limits import MOST_TEXT
from sudoku_cp.page.merging import compared, merged

MOST_BESIDE = 100
"""The most names that are tried for a file beside the one of the document."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a file has, where another program has written or deleted it."""

    known: bytes | None
    """What the page knew."""
    content: bytes | None
    """What there is now; None for no file."""
    text: str | None
    """The same as a document; None for no file, and for a content that is no document."""
    words: str
    """What has happened."""

    def shown(self, base: str, mine: str) -> dict[str, Any]:
        """The same for the page.

        Parameters
        ----------
        base
            What was last read or written.
        mine
            The document of the page.

        Returns
        -------
        dict
            ``words``; ``text``; ``is_gone``: whether there is no file; and where there is a document, ``rows``, both
            line by line, and ``both``: whether they can be merged.
        """
        found = {"words": self.words, "text": self.text, "is_gone": self.content is None}
        if self.text is None:
            return found
        both = merged(base, mine, self.text) is not None
        return {**found, "rows": compared(mine, self.text), "both": both}


class Saving:
    """Writes the newest document to a file.

    Parameters
    ----------
    file
        The file.
    on_saved
        Called when the newest document has been written, or with the reason why it could not be.
    """

    def __init__(self, file: DocumentFile, on_saved: Callable[[str], None]) -> None:
        self.file = file
        self.conflict: Found | None = None
        """What another program has done to the file, until the user has decided."""
        self.problem = ""
        """Why the newest document has not been written."""
        self.beside: Path | None = None
        """The file beside it, which has the newest document while there is a conflict."""
        self._on_saved = on_saved
        self._next: str | None = None
        self._task: Task[None] | None = None
        self._seen = file.known
        self._draft: DocumentFile | None = None

    def save(self, text: str) -> None:
        """Write a document soon, in place of one that still waits."""
        self._next = text
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())

    async def finish(self) -> None:
        """Wait until everything is written."""
        if self._task is not None:
            await self._task

    async def look(self) -> Found | None:
        """Look at the file.

        Returns
        -------
        Found or None
            What it has, if that is new, and the look before has found the same: while a program replaces a file, it
            may be empty or missing.
        """
        known = self.file.known
        if self._task is not None:
            return None
        try:
            content = await asyncio.to_thread(self.file.look)
        except OSError:  # the next writing says why
            return None
        before, self._seen = self._seen, content
        current = known if self.conflict is None else self.conflict.content
        return self._found(known, content) if before == content != current else None

    def is_current(self, found: Found) -> bool:
        """Whether nothing has been written since a look at the file, or is being written."""
        return self._task is None and found.known is self.file.known

    def accept(self, found: Found) -> None:
        """Take what the file has for known: the page goes on with it, or may replace it."""
        self.file.accept(found.content)
        self._settle()

    def doubt(self, text: str) -> None:
        """Take another document for the one that was last read or written, so that the user decides about the file.

        Parameters
        ----------
        text
            What an earlier server knew of the file.
        """
        self.file.known, self.file.text = text.encode(), text

    def _found(self, known: bytes | None, content: bytes | None) -> Found:
        name = self.file.path.name
        if content is None:
            return Found(known, None, None, f"{name} was deleted or moved by another program")
        try:
            text = self.file.text_of(content)
        except InputError as error:
            return Found(known, content, None, f"{name} was changed by another program: it is {error.message}")
        return Found(known, content, text, f"{name} was changed by another program")

    async def _write_all(self) -> None:
        while self._next is not None:
            text, self._next = self._next, None
            self.problem = await asyncio.to_thread(self._written, text)
        self._task = None
        self._on_saved(self.problem)

    def _written(self, text: str) -> str:
        """Write a document; return why it could not be written."""
        try:
            self.file.write(text)
        except ChangedFileError as changed:
            found = self._found(self.file.known, changed.content)
            if found.text == text:
                self.accept(found)
                return ""
            self.conflict = found
            return self.conflict.words + self._kept_beside(text)
        except OSError as error:
            return f"{self.file.path} cannot be written: {error.strerror or error}"
        self._settle()
        return ""

    def _kept_beside(self, text: str) -> str:
        """Write a document beside the file; return where it is, in words."""
        if text == self.file.text:
            return ""
        path = self.file.path
        names = [f"{path.stem}.page{number}{path.suffix}" for number in ("", *range(2, MOST_BESIDE))]
        drafts = [DocumentFile(path.with_name(name)) for name in names]
        for draft in (*filter(None, [self._draft]), *drafts):
            try:
                draft.write(text)
            except ChangedFileError as changed:  # there is such a file
                if changed.content != text.encode():  # perhaps of a page that was killed
                    continue
                draft.accept(changed.content)
            except OSError:
                break
            self._draft, self.beside = draft, draft.path
            return f"; what the page has is saved in {draft.path.name}"
        return "; what the page has is not saved"

    def _settle(self) -> None:
        """End a conflict, and remove the file beside unless another program has changed it."""
        if self._draft is not None:
            with suppress(OSError):
                if self._draft.look() == self._draft.known:
                    self._draft.path.unlink()
        self._draft = self.beside = self.conflict = None
        self.problem = ""


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
