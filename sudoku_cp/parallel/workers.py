"""The workers of a run: an executor, and another one when that is broken or its scheduler has gone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from sudoku_cp._base.errors import ModelError, NoWorkersError, WorkerError
from sudoku_cp.parallel.clusters import address_of, is_lost
from sudoku_cp.parallel.executors import end, kill, size_of

LOOKING = 1.0
"""The number of seconds between two looks at how many workers there are, which a cluster may change."""

NOTICED = 3.0
"""The number of seconds without workers that are worth a word."""

PATIENCE = 600.0
"""The default number of seconds without workers after which a run ends."""

_Answer = TypeVar("_Answer")


class Workers:
    """An executor that can be replaced.

    Parameters
    ----------
    executor
        The executor.
    make
        Makes an executor, and another one when that is broken; None if there is only the first.
    patience
        The number of seconds to wait for a cluster that has no workers, or whose scheduler has gone.
    """

    def __init__(self, executor: Executor, make: Callable[[], Executor] | None, patience: float = PATIENCE) -> None:
        self._executor = executor
        self._make = make
        self._patience = patience
        self._size = 0
        self._looked = -LOOKING
        self._address = "of the cluster"
        self._missing = ""
        """What is waited for."""
        self._since: float | None = None
        """When it was first found missing."""

    @property
    def size(self) -> int:
        """The number of tasks that they can work on at a time."""
        self._look()
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

    def waits_for(self) -> str | None:
        """What is missing, and for how long, if it is for some time.

        Raises
        ------
        NoWorkersError
            If it has been missing for longer than the patience.
        """
        self._look()
        if self._since is None:
            return None
        seconds = monotonic() - self._since
        if seconds > self._patience:
            raise NoWorkersError(f"waited for {self._missing} for {self._patience:g} s, the patience of this run")
        if seconds < NOTICED and not self.are_lost:
            return None
        return f"{self._missing}: {seconds:.0f} of {self._patience:g} s"

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
        self._looked = -LOOKING

    def reconnect(self, kept: str) -> None:
        """Try to reach workers that are lost; they remain so if their scheduler does not answer.

        Parameters
        ----------
        kept
            What the run keeps, for the message.

        Raises
        ------
        WorkerError
            If the executor is not ours to make.
        """
        try:
            self.replace(f"the workers do not answer any more; {kept}")
        except ModelError:
            return

    def kill(self) -> None:
        """End processes of this machine, whatever they are doing."""
        kill(self._executor)

    def end(self) -> None:
        """End the executor, if it is ours."""
        if self._make is None:
            return
        try:
            end(self._executor, wait=True)
        except KeyboardInterrupt:  # a further signal: the interpreter would wait for them at its end
            kill(self._executor)
            raise

    def _look(self) -> None:
        """See how many there are, and since when there are none."""
        now = monotonic()
        if now - self._looked < LOOKING and not self.are_lost:
            return
        self._looked = now
        size = None if self.are_lost else size_of(self._executor)
        self._size = size or 1
        self._address = address_of(self._executor) or self._address
        if size:
            self._since = None
            return
        self._missing = f"{'the scheduler' if size is None else 'workers of'} {self._address}"
        self._since = now if self._since is None else self._since
