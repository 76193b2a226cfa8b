"""Saving the document while the page goes on: a disk may take longer than an answer."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Callable
from pathlib import Path

from sudoku_cp.files import write_file


class Saving:
    """Writes the newest document to a file.

    Parameters
    ----------
    file
        The file.
    on_saved
        Called when the newest document has been written, or with the reason why it could not be.
    """

    def __init__(self, file: Path, on_saved: Callable[[str], None]) -> None:
        self._file = file
        self._on_saved = on_saved
        self._next: str | None = None
        self._task: Task[None] | None = None

    def save(self, text: str) -> None:
        """Write a document soon, in place of one that still waits."""
        self._next = text
        if self._task is None:
            self._task = asyncio.create_task(self._write_all())

    async def finish(self) -> None:
        """Wait until everything is written."""
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        problem = ""
        while self._next is not None:
            text, self._next = self._next, None
            try:
                await asyncio.to_thread(write_file, self._file, text)
                problem = ""
            except OSError as error:
                problem = f"{self._file} cannot be written: {error.strerror or error}"
        self._task = None
        self._on_saved(problem)
