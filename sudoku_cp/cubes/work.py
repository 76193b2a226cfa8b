"""What one worker does: it asks about a cube, and divides the cube if the answer takes too long."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

from sudoku_cp._base.errors import WorkerError
from sudoku_cp.cubes.bulletin import Reader
from sudoku_cp.cubes.questions import Answer, Question
from sudoku_cp.cubes.splitting import Splitter, estimated
from sudoku_cp.model.answers import Cube, Split
from sudoku_cp.model.limits import Limits
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
    bulletin: str
    is_asked: bool = True
    """Whether the question is asked at all; otherwise the cube is only divided."""
    build: Build = field(default_factory=own_build)
    """The build that asks."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task."""

    answer: Answer
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
    reader = Reader(task.bulletin, compiled.model.objective, task.target)
    fixed = {**task.givens, **task.cube.givens}
    answer = Answer(is_final=False)
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
