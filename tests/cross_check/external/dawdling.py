"""A clock whose time passes only while a solver says so: no start of a process is too slow for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

LIMIT = 60
"""Seconds of this clock that a solver has for a puzzle."""

FOREVER = 10**9

_STEP = 10


class Clock:
    """The clock of a run, which reads how many seconds a solver wants to let pass, and lets them pass step by step.

    Parameters
    ----------
    file
        Where the solver says so, by `dawdle`; it has ended when the file is gone.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._now = 0

    def __call__(self) -> float:
        try:
            pid, left = map(int, self._file.read_text(encoding="utf-8").split())
        except FileNotFoundError:
            return self._now
        step = min(_STEP, left)
        if not _lives(pid):
            self._file.unlink()
        elif step < left:
            self._now += step
            self._file.write_text(f"{pid} {left - step}", encoding="utf-8")
        else:
            self._now += step
            self._file.unlink()
        return self._now


def dawdle(file: str, seconds: int) -> None:
    """Let some time of the clock pass; called in the process of the solver."""
    import os
    import time

    with open(f"{file}.new", "w", encoding="utf-8") as new:
        new.write(f"{os.getpid()} {seconds}")
    os.replace(f"{file}.new", file)
    while os.path.exists(file):
        time.sleep(0.001)


@contextmanager
def clocked(file: Path) -> Iterator[None]:
    """Let runs of external solvers go by this clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sudoku_cp.cross_check.external.run.monotonic", Clock(file))
        yield


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
