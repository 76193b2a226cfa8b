"""The workers of a run: an executor, and another one when that is broken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from time import monotonic

from sudoku_cp.cubes.executors import end, is_lost, size_of
from sudoku_cp.cubes.work import Outcome, Task, work
from sudoku_cp.errors import WorkerError

COUNTING = 1.0
"""The number of seconds between two looks at how many workers there are, which a cluster may change."""


class Workers:
    """An executor that can be replaced.

    Parameters
    ----------
    executor
        The executor.
    make
        Makes an executor, and another one when that is broken; None if there is only the first.
    """

    def __init__(self, executor: Executor, make: Callable[[], Executor] | None) -> None:
        self._executor = executor
        self._make = make
        self._size = 0
        self._counted = -COUNTING

    @property
    def size(self) -> int:
        """The number of cubes that they can work on at a time."""
        if monotonic() - self._counted >= COUNTING:
            self._size, self._counted = size_of(self._executor), monotonic()
        return self._size

    @property
    def are_lost(self) -> bool:
        """Whether they can be reached no more."""
        return is_lost(self._executor)

    def submit(self, task: Task) -> Future[Outcome]:
        """Give them a task; executors raise errors of any kind if they cannot take it."""
        return self._executor.submit(work, task)

    def replace(self, reason: str) -> None:
        """Make another executor in place of a broken one.

        Parameters
        ----------
        reason
            What has happened, for the message.

        Raises
        ------
        WorkerError
            If it is not ours to make.
        """
        if self._make is None:
            raise WorkerError(f"the executor is broken: {reason}")
        end(self._executor, wait=False)
        self._executor = self._make()
        self._counted = -COUNTING

    def end(self) -> None:
        """End the executor, if it is ours."""
        if self._make is not None:
            end(self._executor, wait=True)
