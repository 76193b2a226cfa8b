"""The workers of a run: an executor, and another one when that is broken."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from sudoku_cp.errors import WorkerError
from sudoku_cp.executors import end, is_lost, kill, size_of

COUNTING = 1.0
"""The number of seconds between two looks at how many workers there are, which a cluster may change."""

_Answer = TypeVar("_Answer")


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
        """The number of tasks that they can work on at a time."""
        if monotonic() - self._counted >= COUNTING:
            self._size, self._counted = size_of(self._executor), monotonic()
        return self._size

    @property
    def are_threads(self) -> bool:
        """Whether they are threads of this process, and see what happens in it."""
        return isinstance(self._executor, ThreadPoolExecutor)

    @property
    def are_here(self) -> bool:
        """Whether they are threads or processes of this machine."""
        return isinstance(self._executor, ThreadPoolExecutor | ProcessPoolExecutor)

    @property
    def are_lost(self) -> bool:
        """Whether they can be reached no more."""
        return is_lost(self._executor)

    def submit(self, work: Callable[..., _Answer], *arguments: Any) -> Future[_Answer]:
        """Give them a task; executors raise errors of any kind if they cannot take it."""
        return self._executor.submit(work, *arguments)

    def replace(self, reason: str) -> None:
        """Make another executor in place of a broken one, whose processes are ended.

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
        kill(self._executor)
        end(self._executor, wait=False)
        self._executor = self._make()
        self._counted = -COUNTING

    def kill(self) -> None:
        """End processes of this machine, whatever they are doing."""
        kill(self._executor)

    def end(self) -> None:
        """End the executor, if it is ours."""
        if self._make is not None:
            end(self._executor, wait=True)
