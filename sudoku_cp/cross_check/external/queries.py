"""Puzzles for an external solver, the text that it reads, and their sources.

A source is a list, or a thread that reads queries while others are being answered.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from select import select
from threading import Event, Thread
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sudoku_cp.formats import FORMATS, WRITABLE, Document, grid_text, write
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Cell, Sudoku
from sudoku_cp.model.sudoku import single_grid

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

FORMS = (*WRITABLE, "json")
"""The forms of puzzles for solvers: formats that can be written, and JSON objects with ``puzzle`` and ``toml``."""

ONE_PUZZLE = tuple(name for name in WRITABLE if FORMATS[name].has_one)
"""The forms whose texts hold a single puzzle."""

GRIDS = tuple(name for name in WRITABLE if FORMATS[name].givens_only)
"""The forms that hold only givens."""


@dataclass(frozen=True, eq=False)
class Query:
    """A puzzle to ask about."""

    model: Sudoku
    """The model, shared by all puzzles of its kind."""
    givens: Mapping[Cell, int]
    """The fixed values of this puzzle."""
    symbols: str
    """The characters of the digits, in ascending order."""
    origin: Any = None
    """Data of the caller, returned with the answer."""

    @property
    def board(self) -> Sudoku:
        """The model with these givens."""
        board = copy(self.model)
        board.givens = dict(self.givens)
        board.symbols = self.symbols
        return board

    def text(self, form: str) -> str:
        """The puzzle in a form.

        Parameters
        ----------
        form
            One of `FORMS`.

        Returns
        -------
        str
            The text that a solver reads.
        """
        return "".join(texts([self], form))


def texts(queries: Iterable[Query], form: str) -> Iterator[str]:
    """The text of each query as queries arrive, and the text that closes the input.

    Parameters
    ----------
    form
        One of `FORMS`.
    """
    if form == "json":
        return map(_json_line, queries)
    if form in GRIDS:
        return write((grid_text(single_grid(query.board)) for query in queries), form)
    return write((Document(query.board, "", 1) for query in queries), form)


def _json_line(query: Query) -> str:
    line = {"puzzle": query.text("line").strip(), "toml": dump_document(query.board)}
    return f"{json.dumps(line, ensure_ascii=False)}\n"


MOST_AHEAD = 1000
"""The largest number of queries that wait to be asked."""

_PAUSE = 0.002
_TICK = 0.05


class Supply(ABC):
    """A sequence of queries, some of which may not have arrived yet."""

    @abstractmethod
    def peek(self) -> Query | None:
        """The next query, if it has arrived."""

    @abstractmethod
    def take(self) -> Query | None:
        """Take the next query, if it has arrived."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether no more queries will arrive."""

    def wait(self) -> None:
        """Wait a moment for queries to arrive."""
        sleep(_PAUSE)


class QueryList(Supply):
    """A list of queries; some may be put back."""

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
        The queries to read; if they raise an exception, `check` raises it again.
    stopped
        Set when no more queries are needed; their source has to end then.
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
            The exception raised by the source of the queries.
        """
        if self._error is not None:
            raise self._error


def interruptible(stream: BufferedReader, stopped: Event) -> BufferedReader:
    """The same stream, which ends when the event is set.

    Parameters
    ----------
    stream
        A stream from which nothing has been read. One without a file never blocks, and is returned as it is.
    """
    try:
        stream.fileno()
    except OSError:
        return stream
    return BufferedReader(_Interruptible(stream.raw, stopped))


class _Interruptible(RawIOBase):
    def __init__(self, raw: Any, stopped: Event) -> None:
        self._raw = raw
        self._stopped = stopped

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        while not self._stopped.is_set():
            if select([self._raw], [], [], _TICK)[0]:
                count: int | None = self._raw.readinto(buffer)
                return count
        return 0


class Returned(Supply):
    """A supply to which queries can be returned, to be taken again before the others."""

    def __init__(self, supply: Supply) -> None:
        self._supply = supply
        self._returned: deque[Query] = deque()

    def give_back(self, queries: Sequence[Query]) -> None:
        """Return queries, to be taken next."""
        self._returned.extendleft(reversed(queries))

    def peek(self) -> Query | None:
        return self._returned[0] if self._returned else self._supply.peek()

    def take(self) -> Query | None:
        return self._returned.popleft() if self._returned else self._supply.take()

    @property
    def ended(self) -> bool:
        return not self._returned and self._supply.ended


class Section(Supply):
    """The part of a supply with one model and one set of symbols, up to a number of queries."""

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
