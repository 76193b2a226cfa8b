"""An ordered map: items are answered by several processes, some ahead, and the answers come in the items' order.

A signal ends it at once. An item whose process dies costs that item alone. An error in the source of the items comes
after the answers to the items before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Generic, Self, TypeVar

from sudoku_cp._base.errors import InputError, WorkerError
from sudoku_cp.parallel.executors import abandon

LOOK = 0.05
"""Seconds between two looks at whether the run ends, while an answer is awaited."""

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")
_Found = TypeVar("_Found")


class OrderedMap(Generic[_Item, _Answer]):
    """Answers items by processes, which end with the context.

    Parameters
    ----------
    make
        Makes an executor with a number of processes, and another one when a process has died.
    jobs
        The number of processes.
    task
        The work on an item, as a function that can be pickled.
    ahead
        The number of items that are begun at a time.
    """

    def __init__(
        self, make: Callable[[int], Executor], jobs: int, task: Callable[[_Item], Callable[[], _Answer]], ahead: int
    ) -> None:
        self._make = make
        self._jobs = jobs
        self._task = task
        self._ahead = ahead
        self._executor = make(jobs)
        self._begun: deque[tuple[_Item, Future[_Answer]]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        abandon(self._executor)

    def over(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Yield the items in order; the answer to each has to be taken before the next one comes.

        Raises
        ------
        InputError
            If the source of the items does, after the items before it.
        """
        source = iter(items)
        fault: InputError | None = None
        is_more = True
        while True:
            while is_more and len(self._begun) < self._ahead:
                try:
                    item = next(source)
                except StopIteration:
                    is_more = False
                except InputError as error:
                    fault, is_more = error, False
                else:
                    self._begun.append((item, self._submit(item)))
            if not self._begun:
                break
            yield self._begun[0][0]
        if fault is not None:
            raise fault

    def answer(self, look: Callable[[], bool]) -> _Answer | None:
        """Take the answer to the item that `over` has yielded.

        Parameters
        ----------
        look
            Called often while the answer is awaited; True gives it up. An exception ends the run at once.

        Returns
        -------
        Answer or None
            The answer; None if it was given up.

        Raises
        ------
        WorkerError
            If the item ends its process whenever it is tried.
        """
        item, future = self._begun.popleft()
        try:
            return _result(future, look)
        except BrokenProcessPool:
            self._begin_again()
        return self.alone(self._task(item), look)

    def alone(self, task: Callable[[], _Found], look: Callable[[], bool]) -> _Found | None:
        """Do a task in a process of its own; see `answer`.

        Raises
        ------
        WorkerError
            If the process ends before it has an answer.
        """
        executor = self._make(1)
        try:
            return _result(executor.submit(task), look)
        except BrokenProcessPool:
            raise WorkerError("a process ended before it had an answer") from None
        finally:
            abandon(executor)

    def _submit(self, item: _Item) -> Future[_Answer]:
        try:
            return self._executor.submit(self._task(item))
        except BrokenProcessPool as error:  # an item that was begun before has ended its process
            future: Future[_Answer] = Future()
            future.set_exception(error)
            return future

    def _begin_again(self) -> None:
        """Make another executor in place of a broken one, for the items that have no answer yet."""
        abandon(self._executor)
        self._executor = self._make(self._jobs)
        for place, (item, future) in enumerate(self._begun):
            if not future.done() or future.cancelled() or future.exception() is not None:
                self._begun[place] = (item, self._submit(item))


def _result(future: Future[_Found], look: Callable[[], bool]) -> _Found | None:
    while not wait([future], LOOK).done:
        if look():
            return None
    return future.result()
