"""A question while it is answered: how to end early, and where intermediate answers go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from sudoku_cp.model.limits import Limits, Progress


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
