"""Locks by which one process alone writes to a place; the kernel ends them with the process, however that ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sudoku_cp._base.errors import InputError


class NoLocksError(OSError):
    """There are no locks on this operating system, or on this file system."""


@contextmanager
def locked(lock: Path, taken: str, source: str, *, is_kept: bool) -> Iterator[None]:
    """Hold a lock, in which other processes read who has it.

    Parameters
    ----------
    lock
        The file that is locked; it is made if need be.
    taken
        The message if another process has it.
    source
        What the message is about.
    is_kept
        Whether the file stays when the lock ends.

    Raises
    ------
    InputError
        If another process has it.
    NoLocksError
        If there are no locks here.
    OSError
        If the file cannot be made.
    """
    descriptor = _opened(lock, taken, source)
    try:
        with suppress(OSError):  # a full disk; the holder is named in messages only
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
        yield
    finally:
        if not is_kept:
            with suppress(OSError):
                lock.unlink()
        os.close(descriptor)


def _opened(lock: Path, taken: str, source: str) -> int:
    """The file, opened and locked; another process may have removed the one that was opened."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        raise NoLocksError(errno.ENOTSUP, "not on this operating system") from None
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 200, 0).decode(errors="replace").strip()
            os.close(descriptor)
            raise InputError(f"{taken}{holder and f' ({holder})'}", source) from None
        except OSError as error:
            os.close(descriptor)
            raise NoLocksError(error.errno, error.strerror) from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), lock.stat()):
                return descriptor
        os.close(descriptor)
