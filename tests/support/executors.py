"""Executors that work at once, and some that fail."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import Any

from sudoku_cp.cubes.questions import CubeAnswer
from sudoku_cp.cubes.work import IncumbentReader, Outcome, Task, work


class Inline(Executor):
    """Does each task when it is submitted."""

    def __init__(self, workers: int = 2) -> None:
        self._max_workers = workers
        self.tasks: list[Task] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        (task,) = arguments
        self.tasks.append(task)
        future: Future[Any] = Future()
        try:
            future.set_result(self.perform(task))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        assert not cancel_futures  # not all executors know it

    def perform(self, task: Task) -> Outcome:
        return work(task)


class Stalling(Inline):
    """Never answers its first task, and breaks at the second one."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        self.tasks += arguments
        future: Future[Any] = Future()
        if len(self.tasks) > 1:
            future.set_exception(BrokenExecutor("killed"))
        return future


class Hasty(Inline):
    """Reads the incumbent before each task, as a search does that takes longer than a second."""

    def perform(self, task: Task) -> Outcome:
        reader = IncumbentReader(task.incumbent, pickle.loads(task.program).model.objective, task.target)
        reader.look()
        return (
            work(replace(task, target=reader.target)) if not reader.ended else Outcome(CubeAnswer(False), is_ended=True)
        )


class Failing(Inline):
    """Fails at the tasks for which a function says so."""

    def __init__(self, error: Exception, fails: Callable[[int, Task], bool]) -> None:
        super().__init__()
        self._error = error
        self._fails = fails

    def perform(self, task: Task) -> Outcome:
        if self._fails(len(self.tasks), task):
            raise self._error
        return work(task)


class Breaking(Failing):
    """Is broken from the first failure on, like a pool whose process was killed."""

    def __init__(self, fails: Callable[[int, Task], bool]) -> None:
        super().__init__(BrokenExecutor("killed"), fails)
        self._is_broken = False

    def perform(self, task: Task) -> Outcome:
        if self._is_broken:
            raise BrokenExecutor
        try:
            return super().perform(task)
        except BrokenExecutor:
            self._is_broken = True
            raise
