"""One line on a terminal's standard error that says how far the work is."""

from __future__ import annotations

import sys
from time import monotonic

from sudoku_cp.text import in_one_line

_INTERVAL = 0.2
_DELAY = 1.0
"""Seconds before anything is shown: short work shows nothing."""


class ProgressLine:
    """A line that is drawn over and over, and wiped before anything else is written.

    Parameters
    ----------
    shown
        False makes it silent.
    """

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._start = monotonic()
        self._drawn = self._start
        self._visible = False

    def update(self, text: str) -> None:
        """Show the text, unless the last one was shown a moment ago."""
        now = monotonic()
        if self._shown and now - self._start > _DELAY and now - self._drawn > _INTERVAL:
            sys.stderr.write(f"\r{in_one_line(text, 79)}\x1b[K")
            sys.stderr.flush()
            self._drawn = now
            self._visible = True

    def puzzles(self, count: int) -> None:
        """Show how many puzzles are done."""
        seconds = monotonic() - self._start
        self.update(f"{count:,} puzzles, {count / max(seconds, 1e-9):,.0f} a second")

    def wipe(self) -> None:
        """Leave the line empty."""
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False
