"""Where the lines of compressed texts wait for the workers.

A compressed text has no places to start from, so that one process unpacks it for all workers. Those of this machine
read the lines of a block from a file in memory, which is used again for later blocks; lines for other machines are sent
with the block.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

TEMPORARY = ".tmp-"
"""What the names of files begin with until they are complete."""


class Place(Protocol):
    """Takes the lines of a block piece by piece."""

    def add(self, text: bytes) -> None:
        """Take a piece.

        Raises
        ------
        OSError
            If there is no room for it.
        """

    def lines(self, size: int) -> bytes | str:
        """The first bytes of all pieces; or the name of a file that begins with them."""


class Message:
    """Bytes that are sent with a block."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def add(self, text: bytes) -> None:
        """See `Place.add`."""
        self._pieces.append(text)

    def lines(self, size: int) -> bytes:
        """See `Place.lines`."""
        return b"".join(self._pieces)[:size]


class Spools:
    """Files in memory that other processes of this machine can read; on systems without them, files on disk.

    Parameters
    ----------
    folder
        Where files on disk may be.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._all: dict[str, _Spool] = {}
        self._free: list[_Spool] = []

    def place(self) -> Place:
        """A file that nobody uses."""
        spool = self._free.pop() if self._free else self._made()
        os.lseek(spool.file, 0, os.SEEK_SET)
        return spool

    def give_back(self, lines: bytes | str | None) -> None:
        """Use a file again, when nobody will read its lines any more."""
        if isinstance(lines, str):
            self._free.append(self._all[lines])

    def close(self) -> None:
        """Remove all files."""
        for spool in self._all.values():
            os.close(spool.file)
            if spool.is_on_disk:
                Path(spool.name).unlink(missing_ok=True)
        self._all.clear()
        self._free.clear()

    def _made(self) -> _Spool:
        spool = _in_memory() or self._on_disk()
        self._all[spool.name] = spool
        return spool

    def _on_disk(self) -> _Spool:
        name = str(self._folder / f"{TEMPORARY}lines-{len(self._all)}")
        return _Spool(name, os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), True)


class _Spool:
    def __init__(self, name: str, file: int, is_on_disk: bool) -> None:
        self.name, self.file, self.is_on_disk = name, file, is_on_disk

    def add(self, text: bytes) -> None:
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(self.file, rest) :]

    def lines(self, size: int) -> str:
        return self.name


def _in_memory() -> _Spool | None:
    """A file in memory, of Linux; None if there is no such thing, or other processes cannot open it by a name."""
    if not hasattr(os, "memfd_create"):
        return None
    file = os.memfd_create("sudoku-cp")
    name = f"/proc/{os.getpid()}/fd/{file}"
    if os.access(name, os.R_OK):
        return _Spool(name, file, False)
    os.close(file)
    return None
