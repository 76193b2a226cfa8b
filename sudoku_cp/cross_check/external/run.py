"""One run of an external solver's process: it receives queries and returns answers, each within a time limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event
from time import monotonic

from sudoku_cp.cross_check.external.alignment import Alignment, Settled
from sudoku_cp.cross_check.external.answers import NOTHING, ParsedAnswer
from sudoku_cp.cross_check.external.process import Process, in_words
from sudoku_cp.cross_check.external.query import Query
from sudoku_cp.cross_check.external.solvers import ExternalSolver
from sudoku_cp.cross_check.external.supply import Supply

MOST_WRITTEN = 1 << 24
"""The number of bytes that a solver may write, in addition to sixteen times its input."""

_MOST_FOR_A_BYTE = 16
_TICK = 0.02
_IDLE = 0.005
_TIMEOUT = 60


class Cancelled(Exception):  # noqa: N818
    """Raised when the run was cancelled."""


@dataclass(frozen=True, slots=True)
class Examiner:
    """The functions by which a run judges answers."""

    right: Callable[[Query, ParsedAnswer], bool]
    solves: Callable[[Query, ParsedAnswer], bool]
    """Returns whether an answer gives solutions of a query, although not the best ones."""
    several: Callable[[Query], bool]
    """Returns whether a query may have more than one solution."""
    seconds: float | None
    """The time limit for each query."""
    cancel: Event | None

    def check_cancelled(self) -> None:
        """Raise `Cancelled` on request.

        Raises
        ------
        Cancelled
            If the run was cancelled.
        """
        if self.cancel is not None and self.cancel.is_set():
            raise Cancelled

    def await_query(self, supply: Supply) -> Query | None:
        """Wait for the next query without taking it; None if there are no more."""
        while (query := supply.peek()) is None and not supply.ended:
            self.check_cancelled()
            supply.wait()
        return query


class Run:
    """A run of a solver's process.

    Parameters
    ----------
    supply
        Queries about one model.
    pooled_time
        Whether a solver that has written nothing may use the time of all its queries, not just of one.

    Attributes
    ----------
    queries
        The queries that the solver has received.
    breakdown
        The failure before all queries were answered; None if there was none.
    ending
        The exit code after all queries were answered, in words; empty if it was 0. Many programs report by their exit
        code that a puzzle has no solution, so it is no mistake.
    """

    def __init__(self, solver: ExternalSolver, supply: Supply, examiner: Examiner, *, pooled_time: bool) -> None:
        self._solver = solver
        self._supply = supply
        self._examiner = examiner
        self._pooled_time = pooled_time
        self._given = 0
        self._written = 0
        self.queries: list[Query] = []
        self.breakdown: ParsedAnswer | None = None
        self.ending = ""
        self.processor_seconds = 0.0
        self._alignment = Alignment(self.queries, examiner.right, examiner.solves, self._may_go_on)

    @property
    def unanswered(self) -> int:
        """The position of the first query without an answer."""
        return self._alignment.next

    def answers(self) -> Iterator[Settled]:
        """Run the solver; yield the position and answer of each query, in order, as soon as they are known.

        Raises
        ------
        Cancelled
            If the run was cancelled.
        InputError
            If the solver cannot be started.
        """
        before = _processor_seconds()
        process = self._solver.start()
        try:
            with process:
                yield from self._talk(process)
        finally:
            self.processor_seconds = _processor_seconds() - before

    def _talk(self, process: Process) -> Iterator[Settled]:
        requests = self._solver.requests(self._asked())
        reader = None
        clock = _Clock(self._examiner.seconds)
        failure = ParsedAnswer()
        while not failure.failed:
            self._feed(process, requests)
            data = process.exchange(_IDLE if process.has_room and not self._supply.ended else _TICK)
            self._examiner.check_cancelled()
            if reader is None and self.queries:
                reader = self._solver.reader(self.queries[0])
            if data == b"":
                break
            for answer in reader.feed(data) if data and reader is not None else ():
                yield from self._alignment.add(answer)
            self._written += len(data or b"")
            failure = self._watch(process, clock)
        for answer in reader.close() if reader is not None else ():
            yield from self._alignment.add(answer)
        yield from self._end(process, failure)

    def _feed(self, process: Process, requests: Iterator[str]) -> None:
        """Send the available queries, as many as the solver accepts."""
        while process.has_room and self._supply.peek() is not None:
            data = next(requests).encode()
            self._given += len(data)
            process.send(data)
        if process.hears and self._supply.peek() is None and self._supply.ended:
            process.send("".join(requests).encode())
            process.send_end()

    def _asked(self) -> Iterator[Query]:
        while (query := self._supply.take()) is not None:
            self.queries.append(query)
            yield query

    def _may_go_on(self, place: int, answer: ParsedAnswer) -> bool:
        if place + 1 == len(self.queries) and self._supply.peek() is None and self._supply.ended:
            return True
        return bool(answer.solutions) and not answer.whole and self._examiner.several(self.queries[place])

    def _watch(self, process: Process, clock: _Clock) -> ParsedAnswer:
        """The reason to stop the solver, if there is one."""
        if self._written > MOST_WRITTEN + _MOST_FOR_A_BYTE * self._given:
            return ParsedAnswer(failed=f"it writes more than {(self._written - 1) >> 20} MB")
        answered = self._alignment.answered
        waiting = len(self.queries) - answered
        if not clock.late(answered, waiting if self._pooled_time else 1, waiting > 0 or not process.hears):
            return NOTHING
        what = "no answer" if waiting > 0 else "it has answered all puzzles, and does not end"
        return ParsedAnswer(failed=f"{what} within {self._examiner.seconds:g} s", late=True)

    def _end(self, process: Process, failure: ParsedAnswer) -> Iterator[Settled]:
        """Settle the queries without an answer, up to the first puzzle that needs one."""
        if not failure.failed and not process.ended_within(self._examiner.seconds or _TIMEOUT):
            failure = ParsedAnswer(failed="it closes its output, but does not end", late=True)
        status = process.end()
        if not failure.failed and status:
            reason = ": ".join(filter(None, [in_words(status), process.last_error]))
            failure = ParsedAnswer(failed=reason)
        yield from self._alignment.end(broken=bool(failure.failed))
        if self.unanswered == len(self.queries) and not process.heard_all:
            self._await_another()
        if self.unanswered == len(self.queries):
            if status > 0:
                self.ending, failure = failure.failed, NOTHING
            yield from self._alignment.close(failure)
            return
        yield from self._alignment.close(NOTHING)
        if failure.failed:
            self.breakdown = failure
            return
        silent = self.unanswered == 0 and process.heard_all
        while self.unanswered < len(self.queries):
            needed = not self._examiner.right(self.queries[self.unanswered], NOTHING)
            yield from self._alignment.pass_over(self.unanswered + 1)
            if needed and not silent:
                return

    def _await_another(self) -> None:
        """Handle a process that ended before its input: it owes an answer to the next query, if there is one."""
        if self._examiner.await_query(self._supply) is not None:
            next(self._asked())


class _Clock:
    """A clock that records the last progress."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._answered = -1
        self._since = monotonic()

    def late(self, answered: int, queries: int, running: bool) -> bool:
        """Whether the time of a number of queries has passed since the last progress."""
        if answered != self._answered or not running:
            self._answered, self._since = answered, monotonic()
        return self._seconds is not None and monotonic() - self._since > self._seconds * max(queries, 1)


def _processor_seconds() -> float:
    """The processor time of all our child processes that have ended."""
    from resource import RUSAGE_CHILDREN, getrusage  # not on Windows, where external solvers are refused

    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
