"""A file by which running searches learn of the best score so far, and of the end of the run.

Each search reads it at most once a second. Where the file cannot be read, as on another host without a shared folder, a
search knows what was known when it started; the answers are the same, and take longer.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic

from sudoku_cp.model import Objective
from sudoku_cp.model.limits import Progress

INTERVAL = 1.0
"""The number of seconds between two looks at the file, and between two changes of it."""


class Bulletin:
    """The side that writes.

    Parameters
    ----------
    path
        The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._draft = path.with_name(f"{path.name}.new")
        self._written: tuple[int | None, bool] = (None, False)
        self._at = -INTERVAL
        self.remove()  # a run that was killed has left it, and it may say that the run ends

    def post(self, target: int | None, *, stop: bool = False) -> None:
        """Write what is new, at most once a second unless the run ends.

        Parameters
        ----------
        target
            The score from which on solutions matter.
        stop
            Whether all searches shall stop.
        """
        now = monotonic()
        if (target, stop) == self._written or (now - self._at < INTERVAL and not stop):
            return
        self._written, self._at = (target, stop), now
        with suppress(OSError):  # searches then go on with what they know
            self._draft.write_text(json.dumps({"target": target, "stop": stop}), encoding="utf-8")
            os.replace(self._draft, self.path)

    def remove(self) -> None:
        """Remove the file, and what could not be written on a full disk."""
        for path in (self.path, self._draft):
            with suppress(OSError):
                path.unlink()


class Reader:
    """The side that reads: a callback for the progress of a search, which sets an event when the search should stop.

    Parameters
    ----------
    path
        The file.
    objective
        The objective of the model, if it has one.
    target
        The score from which on solutions matter to the search.
    """

    def __init__(self, path: str, objective: Objective | None, target: int | None) -> None:
        self._path = path
        self._objective = objective
        self.target = target
        """The target; better than before if others have found better solutions."""
        self.ended = False
        """Whether the whole run shall stop."""
        self.news = Event()
        """Set when the run shall stop, or there is a better target."""
        self._at = monotonic()

    def __call__(self, progress: Progress) -> None:
        """Look at the file, unless that was less than a second ago."""
        self.is_over()

    def is_over(self) -> bool:
        """Whether the whole run shall stop, by a file that is looked at if that was a second ago."""
        now = monotonic()
        if now - self._at >= INTERVAL:
            self._at = now
            self.look()
        return self.ended

    def look(self) -> None:
        """Look at the file."""
        try:
            with open(self._path, encoding="utf-8") as stream:
                posted = json.load(stream)
        except (OSError, ValueError):
            return
        target = posted["target"]
        self.ended = posted["stop"]
        known, objective = self.target, self._objective
        if target is not None and objective is not None and (known is None or objective.better(target, known)):
            self.target = target
            self.news.set()
        if self.ended:
            self.news.set()
