"""Journals: what is known of each cube, a line each, so that a run can be resumed and audited.

``docs/guides/cubes.md`` describes the format.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp._base.version import __version__

FORMAT = "sudoku-cp cubes 1"

BEGINNING = b'{"journal":"sudoku-cp cubes '

SYNC = 1.0
"""The number of seconds between two times that lines are forced to the disk."""

Line = dict[str, Any]


class Journal:
    """A journal that this process alone writes.

    Parameters
    ----------
    path
        The file, which is made if it does not exist.
    header
        What the run is about: the model, its cells, the givens and the question.

    Raises
    ------
    InputError
        If another run writes it, it is about something else or of another version of sudoku-cp, or a line other than
        the last one cannot be read.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self._failure: str | None = None
        self._synced = -SYNC
        if path.exists() and not path.is_file():
            raise InputError("is not a file", str(path))
        try:
            self._stream = path.open("a+b", buffering=0)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", str(path)) from None
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.lines = self._read(json.loads(json.dumps({"journal": FORMAT, **header})))
            """The lines after the header."""
        except BlockingIOError:
            self._stream.close()
            message = "another run writes this journal: wait for its end, or name another file"
            raise InputError(message, str(path)) from None
        except BaseException:
            self._stream.close()
            raise

    def _read(self, header: Line) -> list[Line]:
        self._stream.seek(0)
        content = self._stream.readall()
        whole = content[: content.rfind(b"\n") + 1]
        if content and not content.startswith(BEGINNING[: len(content)]):
            raise InputError("is not a journal of cubes", str(self.path), 1)
        lines = [parsed_line(line, self.path, number) for number, line in enumerate(whole.splitlines(), 1)]
        if lines:
            for name, value in header.items():
                if name != "name" and lines[0].get(name) != value:
                    raise InputError(f"was written for another {name}: name another file", str(self.path), 1)
            version = lines[0].get("version")
            if version != __version__:
                message = f"was written by version {version}, and this is {__version__}: name another file"
                raise InputError(message, str(self.path), 1)
        if len(whole) < len(content):  # the last line was torn when a run was killed
            self._stream.truncate(len(whole))
        if not lines:
            self.write({**header, "version": __version__})
            self._sync_folder()
        return lines[1:]

    def write(self, *lines: Line) -> None:
        """Add lines.

        Parameters
        ----------
        *lines
            The lines, each a JSON object.

        Raises
        ------
        InputError
            If they cannot be written; what was written before stays, and nothing can be written after.
        """
        if self._failure is None:
            data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
            size = os.fstat(self._stream.fileno()).st_size
            try:
                while data:
                    data = data[self._stream.write(data) or 0 :]
                if monotonic() - self._synced >= SYNC:
                    os.fsync(self._stream.fileno())
                    self._synced = monotonic()
            except OSError as error:
                self._failure = f"cannot be written: {error.strerror}"
                with suppress(OSError):  # else the torn line is dropped when a run goes on from here
                    self._stream.truncate(size)
        if self._failure is not None:
            raise InputError(self._failure, str(self.path))

    def _sync_folder(self) -> None:
        """Force the name of a new file to the disk, where folders can be."""
        with suppress(OSError):
            folder = os.open(self.path.absolute().parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def close(self) -> None:
        """Write all to the disk, and let other runs have it."""
        with suppress(OSError):
            os.fsync(self._stream.fileno())
        self._stream.close()


def parsed_line(line: bytes, path: Path, number: int) -> Line:
    """A line of a journal.

    Parameters
    ----------
    line
        The line.
    path
        The file, for messages.
    number
        The number of the line.

    Returns
    -------
    dict
        The object.

    Raises
    ------
    InputError
        If it is not a JSON object.
    """
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InputError("is not a line of a journal", str(path), number)
    return parsed
