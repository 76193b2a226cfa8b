"""What not every operating system has: signals, processes that are copies of one, the processors of a process."""

from __future__ import annotations

import os
import signal
import sys

from sudoku_cp._base.errors import InputError

ENDING_SIGNALS = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)
"""The signals that ask a process to end: Ctrl-C, a request, and the end of the terminal, which Windows has not."""


def require_posix(work: str, *names: str) -> None:
    """Refuse work that the operating system cannot do.

    Parameters
    ----------
    work
        The work, as the subject of a sentence.
    names
        The functions of `os` that it needs.

    Raises
    ------
    InputError
        If one is missing.
    """
    missing = [name for name in names if not hasattr(os, name)]
    if missing:
        raise InputError(f"{work} needs os.{missing[0]}, which {sys.platform} has not: use Linux, macOS or WSL")


def processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
