"""A progress line on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from time import monotonic

from sudoku_cp._base.text import counted, in_one_line
from sudoku_cp.cli.messages import notify

_INTERVAL = 0.2
_DELAY = 1.0
"""The delay before the first progress in seconds, so that short runs show nothing."""


class ProgressLine:
    """A line that is redrawn with each update, and erased before anything else is written.

    Parameters
    ----------
    shown
        Whether to show progress at all.
    """

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._start = monotonic()
        self._drawn = self._start
        self._visible = False
        self._waits = False

    def update(self, text: str) -> None:
        """Show the text, unless the last update was a moment ago."""
        now = monotonic()
        if self._shown and now - self._start > _DELAY and now - self._drawn > _INTERVAL:
            self._draw(text)

    def wait_for(self, what: str | None) -> None:
        """Show what the run waits for, if anything: at once, and where no progress is shown, as a message."""
        if what is not None and self._waits:
            self.update(f"waiting for {what}")
        elif what is not None and self._shown:
            self._draw(f"waiting for {what}")
        elif what is not None:
            notify(f"waiting for {what}")
        self._waits = what is not None

    def puzzles(self, count: int) -> None:
        """Show the number of puzzles that are done."""
        seconds = monotonic() - self._start
        self.update(f"{counted(count, 'puzzle')}, {count / max(seconds, 1e-9):,.0f} a second")

    def wipe(self) -> None:
        """Erase the line."""
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False

    def _draw(self, text: str) -> None:
        sys.stderr.write(f"\r{in_one_line(text, 79)}\x1b[K")
        sys.stderr.flush()
        self._drawn = monotonic()
        self._visible = True
