"""Where queries come from: a list, or a thread that reads them while others are being answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from threading import Event, Thread
from time import sleep
from types import TracebackType
from typing import Self

from sudoku_cp.cross_check.external.query import Query

MOST_AHEAD = 1000
"""Queries that wait to be asked."""

_PAUSE = 0.002


class Supply(ABC):
    """Queries one by one, some of which may not be there yet."""

    @abstractmethod
    def peek(self) -> Query | None:
        """The next query, if it is there."""

    @abstractmethod
    def take(self) -> Query | None:
        """Take the next query, if it is there."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether no more will come."""

    def wait(self) -> None:
        """Give what brings the queries a moment."""
        sleep(_PAUSE)


class QueryList(Supply):
    """Queries that are all there; some may be put back."""

    def __init__(self, queries: Iterable[Query] = ()) -> None:
        self._queries = deque(queries)

    def peek(self) -> Query | None:
        return self._queries[0] if self._queries else None

    def take(self) -> Query | None:
        return self._queries.popleft() if self._queries else None

    @property
    def ended(self) -> bool:
        return not self._queries


class QueryThread(Supply):
    """Reads queries in a thread of its own.

    Parameters
    ----------
    queries
        An exception that they raise ends them, and is raised by `check`.
    stopped
        Set when nobody wants them any more; what they are read from has to end then.
    """

    def __init__(self, queries: Iterator[Query], stopped: Event) -> None:
        self._queries = queries
        self._read: deque[Query] = deque()
        self._done = Event()
        self._stopped = stopped
        self._error: BaseException | None = None
        self._thread = Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stopped.set()
        self._thread.join()

    def _work(self) -> None:
        try:
            for query in self._queries:
                self._read.append(query)
                while len(self._read) >= MOST_AHEAD and not self._stopped.is_set():
                    sleep(_PAUSE)
                if self._stopped.is_set():
                    break
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()

    def peek(self) -> Query | None:
        return self._read[0] if self._read else None

    def take(self) -> Query | None:
        return self._read.popleft() if self._read else None

    @property
    def ended(self) -> bool:
        return self._done.is_set() and not self._read

    def check(self) -> None:
        """Raise the exception that ended the queries, if there was one.

        Raises
        ------
        Exception
            Whatever the source of the queries raised.
        """
        if self._error is not None:
            raise self._error


class Returned(Supply):
    """A supply to which queries can be given back, to be taken once more before the others."""

    def __init__(self, supply: Supply) -> None:
        self._supply = supply
        self._returned: deque[Query] = deque()

    def give_back(self, queries: Sequence[Query]) -> None:
        """Let these come next."""
        self._returned.extendleft(reversed(queries))

    def peek(self) -> Query | None:
        return self._returned[0] if self._returned else self._supply.peek()

    def take(self) -> Query | None:
        return self._returned.popleft() if self._returned else self._supply.take()

    @property
    def ended(self) -> bool:
        return not self._returned and self._supply.ended


class Section(Supply):
    """The part of a supply that is about one model in one set of symbols, and has at most some queries."""

    def __init__(self, supply: Supply, first: Query, most: int) -> None:
        self._supply = supply
        self._first = first
        self._left = most

    def peek(self) -> Query | None:
        query = self._supply.peek()
        if query is None or not self._left or self._other(query):
            return None
        return query

    def take(self) -> Query | None:
        if self.peek() is None:
            return None
        self._left -= 1
        return self._supply.take()

    @property
    def ended(self) -> bool:
        if not self._left:
            return True
        query = self._supply.peek()
        return self._supply.ended if query is None else self._other(query)

    def _other(self, query: Query) -> bool:
        return query.model is not self._first.model or query.symbols != self._first.symbols
