"""The limits of the page, and a question while it is answered: how it ends early, and where intermediate answers go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from sudoku_cp.model.limits import Limits, Progress

MOST_BYTES = 1 << 22
"""The longest message of a browser in bytes."""

MOST_TEXT = 1 << 18
"""The longest document in characters."""

MOST_CELLS = 1500
"""The largest board: 36×36 has 1,296 cells, the largest samurai of the field 1,000 or so."""

MOST_CONNECTIONS = 16
"""The browser windows at a time."""

MOST_WAITING = 512
"""The messages that may wait for a slow browser before its connection is closed."""

MOST_UNDO = 500
"""The documents that can be brought back."""

MOST_REVISIONS = 100
"""The revisions before this one of which it is known what they were, and which window made them."""

MOST_WINDOWS = 1000
"""The windows of which it is known which of their edits have been made."""

MOST_HISTORY = 1 << 19
"""The most characters of documents that a browser keeps for the next server."""

CAP = 8
"""The largest number of solutions that is counted for each candidate."""

MOST_KNOWN = 6
"""The documents whose candidates are kept, for those that are stricter."""

PAUSE = 0.25
"""The seconds without an edit before the solvers are compared."""

NICENESS = {"check": 10, "question": 5}
"""How much less urgent than what is always shown the process of a channel is."""

GRACE = 3.0
"""The seconds that a cancelled question has to end before its process is stopped; a new one takes long to start."""

SECONDS = {"view": 60.0, "status": 20.0, "candidates": 60.0, "check": 60.0, "question": 3600.0}
"""The seconds for one question in each channel, after which its process is stopped."""


@dataclass(frozen=True)
class Job:
    """A question while it is answered."""

    cancel: Event
    """Set when the answer is not wanted any more."""
    report: Callable[[dict[str, Any]], None]
    """Takes an intermediate answer."""
    rules_error: dict[str, Any] | None = None
    """Why the user's rules could not be loaded."""

    def limits(self, seconds: float | None = None, *, shows_progress: bool = False) -> Limits:
        """Limits for a solver.

        Parameters
        ----------
        seconds
            The time; None for any.
        shows_progress
            Whether to report the nodes, the count and the bound while it runs.

        Returns
        -------
        Limits
            The limits.
        """
        return Limits(seconds, None, self.cancel, self._show if shows_progress else None)

    def _show(self, progress: Progress) -> None:
        self.report(
            {
                "seconds": progress.seconds,
                "nodes": progress.nodes,
                "count": progress.count,
                "best": progress.best,
                "bound": progress.bound,
            }
        )
