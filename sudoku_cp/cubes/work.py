"""What one worker does: it asks about a cube, and divides the cube if the answer takes too long.

A worker learns of the best score so far, and of the end of the run, from a file that it reads at most once a second.
Where the file cannot be read, as on another host without a shared folder, it knows what was known when it started; the
answers are the same, and take longer.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from time import monotonic

from sudoku_cp._base.errors import WorkerError
from sudoku_cp.cubes.questions import CubeAnswer, Question
from sudoku_cp.cubes.splitting import Splitter, estimated
from sudoku_cp.model import Objective
from sudoku_cp.model.answers import Cube, Split
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.parallel.builds import Build, difference, own_build
from sudoku_cp.solving.lowered_model import LoweredModel

ESTIMATING = 0.2
"""The share of a cube's time that estimates of its parts may take."""


@dataclass(frozen=True, slots=True)
class Task:
    """A cube to work on, with all that a worker needs; it is sent as it is."""

    program: bytes
    """The pickled compiled model."""
    givens: Mapping[str, int]
    question: Question
    cube: Cube
    seconds: float | None
    """The time for the question; None for no limit."""
    nodes: int | None
    """The number of search nodes for the question; None for no limit."""
    target: int | None
    incumbent: str
    is_asked: bool = True
    """Whether the question is asked at all; otherwise the cube is only divided."""
    build: Build = field(default_factory=own_build)
    """The build that asks."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task."""

    answer: CubeAnswer
    split: Split | None = None
    """The parts, if the answer is not final and the run goes on."""
    is_ended: bool = False
    """Whether the whole run ends."""


def work(task: Task) -> Outcome:
    """Work on a cube.

    Parameters
    ----------
    task
        The cube and the question.

    Returns
    -------
    Outcome
        A final answer, or the parts of the cube.

    Raises
    ------
    WorkerError
        If this is another build than the one that asks.
    """
    if (other := difference(task.build, "run")) is not None:
        raise WorkerError(other)
    compiled: LoweredModel = pickle.loads(task.program)  # compiled once a process: no part of a cube
    start = monotonic()
    reader = IncumbentReader(task.incumbent, compiled.model.objective, task.target)
    fixed = {**task.givens, **task.cube.givens}
    answer = CubeAnswer(is_final=False)
    while task.is_asked and not answer.is_final and not reader.ended:
        reader.news.clear()
        nodes = None if task.nodes is None else max(0, task.nodes - answer.nodes)
        limits = Limits(task.seconds, nodes, reader.news, reader).after(start)
        found = task.question.ask(compiled, fixed, limits, reader.target)
        answer = replace(found, nodes=answer.nodes + found.nodes)
        if not reader.news.is_set():
            break
    answer = replace(answer, seconds=monotonic() - start)
    if answer.is_final or reader.ended:
        return Outcome(answer, is_ended=reader.ended)
    splitter = Splitter(compiled, task.givens, task.question, reader.target, reader.is_over)
    split = splitter.split(replace(task.cube, bound=splitter.bound(task.cube, answer)))
    if split is not None:
        split = estimated(splitter, split, ESTIMATING * (task.seconds or 1.0))
    return Outcome(splitter.completed(answer), split, is_ended=split is None and reader.ended)


INTERVAL = 1.0
"""The number of seconds between two looks at the file, and between two changes of it."""


class IncumbentFile:
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


class IncumbentReader:
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
