"""One run of an external solver's process: it receives queries and returns answers, each within a time limit.

A correct solver writes answers in the order of the puzzles: one for each, all solutions of each, or nothing for a
puzzle without a solution. An answer that is right for the next puzzle belongs to it. An answer that is not right waits
for the next one: if that one is right for the same puzzle, the first was superfluous; otherwise the first was the
answer, and wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from time import monotonic

from sudoku_cp.cross_check.external.answers import NOTHING, ParsedAnswer, join
from sudoku_cp.cross_check.external.process import Process, in_words
from sudoku_cp.cross_check.external.queries import Query, Supply
from sudoku_cp.cross_check.external.solvers import ExternalSolver

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


class SolverRun:
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
        yield from self._end(process, failure, 0 if reader is None else reader.blank_lines)

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

    def _end(self, process: Process, failure: ParsedAnswer, blank_lines: int) -> Iterator[Settled]:
        """Settle the queries without an answer, up to the first puzzle that needs one.

        A blank line separates answers. At the end of the output it is an empty answer.
        """
        if not failure.failed and not process.ended_within(self._examiner.seconds or _TIMEOUT):
            failure = ParsedAnswer(failed="it closes its output, but does not end", late=True)
        status = process.end()
        if not failure.failed and status:
            reason = ": ".join(filter(None, [in_words(status), process.last_error]))
            failure = ParsedAnswer(failed=reason)
        yield from self._alignment.end(broken=bool(failure.failed))
        left = self.queries[self.unanswered :]
        if 0 < len(left) <= blank_lines and status > 0 and all(self._examiner.right(each, NOTHING) for each in left):
            yield from self._alignment.pass_over(len(self.queries))
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


Settled = tuple[int, ParsedAnswer]
"""The position of a query, and all answers about it."""

MOST_WAITING = 100
"""The largest number of answers that wait for the next one; more would not add information."""

MOST_SKIPPED = 50
"""The number of puzzles among which the puzzle of an answer is searched."""


class Alignment:
    """Assigns answers to queries as they arrive.

    Parameters
    ----------
    queries
        The queries asked, in order; the list grows in the meantime.
    right
        Returns whether an answer is right for a query.
    solves
        Returns whether an answer that is not right has solutions of a query, although not the best ones.
    may_go_on
        Returns whether further answers about a query may follow, given its position and the answers so far; if so, the
        query waits.
    """

    def __init__(
        self,
        queries: Sequence[Query],
        right: Callable[[Query, ParsedAnswer], bool],
        solves: Callable[[Query, ParsedAnswer], bool],
        may_go_on: Callable[[int, ParsedAnswer], bool],
    ) -> None:
        self._queries = queries
        self._right_for = right
        self._solves = solves
        self._may_go_on = may_go_on
        self._next = 0
        self._held: Settled | None = None
        self._puzzling: list[ParsedAnswer] = []

    @property
    def next(self) -> int:
        """The position of the first query without an answer."""
        return self._next

    @property
    def answered(self) -> int:
        """The number of answers that were understood, whatever puzzle they belong to; it measures progress."""
        return self._next + any(answer.understood for answer in self._puzzling)

    def add(self, answer: ParsedAnswer) -> Iterator[Settled]:
        """Take an answer; yield the queries that it settles."""
        if answer.whole:
            yield from self._settle(answer)
        elif self._continues(answer):
            assert self._held is not None
            place, held = self._held
            self._held = place, join([held, answer])
        else:
            yield from self._resolve(answer)

    def end(self, *, broken: bool) -> Iterator[Settled]:
        """Settle the waiting answers, except the answer to the last query.

        Parameters
        ----------
        broken
            Whether the solver failed: its last output is then not an answer if it is not understood.
        """
        rest, self._puzzling = self._puzzling, []
        left = len(self._queries) - self._next
        if not left:
            self._add_to_held(*rest)
        elif any(answer.understood for answer in rest):
            later = self._later(rest[0]) if len(rest) == 1 else None
            yield from self.pass_over(self._next if later is None else later)
            yield from self._settle(join(rest))
        elif not broken:
            for answer in rest if len(rest) <= left else [join(rest)]:
                yield from self._settle(answer)

    def close(self, failure: ParsedAnswer) -> Iterator[Settled]:
        """Settle the last query.

        Parameters
        ----------
        failure
            The failure of the solver after it.
        """
        if failure.failed:
            self._add_to_held(failure)
        yield from self._release()

    def _add_to_held(self, *further: ParsedAnswer) -> None:
        if further and self._queries:
            place, held = self._held or (len(self._queries) - 1, NOTHING)
            self._held = place, join([held, *further])

    def pass_over(self, place: int) -> Iterator[Settled]:
        """Settle the queries before a position without an answer."""
        while self._next < place:
            yield from self._release()
            self._next += 1
            yield self._next - 1, NOTHING

    def _resolve(self, answer: ParsedAnswer) -> Iterator[Settled]:
        """Find the query of an answer that does not continue the previous one."""
        waiting = self._puzzling
        if self._next == len(self._queries) or (waiting and not answer.understood):
            if len(waiting) < MOST_WAITING:
                waiting.append(answer)
        elif not waiting:
            if self._right(self._next, answer):
                yield from self._settle(answer)
            elif (place := self._after_unsolvable(answer)) is not None:
                yield from self.pass_over(place)
                yield from self._settle(answer)
            else:
                waiting.append(answer)
        else:
            self._puzzling = []
            yield from self._resolve_both(waiting, answer)

    def _resolve_both(self, waiting: list[ParsedAnswer], answer: ParsedAnswer) -> Iterator[Settled]:
        """Find the queries of unexplained answers, and of the answer after them."""
        first, understood = waiting[0], any(one.understood for one in waiting)
        puzzling = [join(waiting)] if understood else waiting
        fits = self._right(self._next, answer)
        repeated = bool(self._next and first.solutions) and self._right(self._next - 1, first)
        sure = repeated or answer.solutions or not understood
        if fits and sure and not self._right(self._next + 1, first):
            yield from self._settle(join([*waiting, answer]))  # they were superfluous
            return
        if fits or self._right(self._next + len(puzzling), answer):  # they were answers
            yield from self._settle_all([*puzzling, answer])
            return
        later = self._later(first) if len(waiting) == 1 else None
        if later is not None and self._right(later + 1, answer):
            yield from self.pass_over(later)
        elif not understood:
            yield from self._settle(join([*waiting, answer]))
            return
        yield from self._settle_all(puzzling)
        yield from self._resolve(answer)

    def _continues(self, answer: ParsedAnswer) -> bool:
        """Whether an answer is a further solution of the previous puzzle."""
        if self._held is None or self._puzzling or not answer.solutions:
            return False
        place, held = self._held
        return (
            bool(held.solutions)
            and not set(answer.solutions) & set(held.solutions)
            and not self._right(self._next, answer)
            and self._solves(self._queries[place], answer)
        )

    def _right(self, place: int, answer: ParsedAnswer) -> bool:
        return place < len(self._queries) and self._right_for(self._queries[place], answer)

    def _after_unsolvable(self, answer: ParsedAnswer) -> int | None:
        """The query for which an answer is right, if no answer is right for all queries before it."""
        place = self._next
        while answer.solutions and self._right(place, NOTHING):
            place += 1
        return place if place > self._next and self._right(place, answer) else None

    def _later(self, answer: ParsedAnswer) -> int | None:
        """A later query for which an answer is right."""
        if not answer.solutions:
            return None
        places = range(self._next + 1, min(len(self._queries), self._next + MOST_SKIPPED))
        return next((place for place in places if self._right(place, answer)), None)

    def _settle_all(self, answers: Iterable[ParsedAnswer]) -> Iterator[Settled]:
        """Settle the next queries with their answers; the remaining answers wait."""
        for answer in answers:
            if self._next < len(self._queries):
                yield from self._settle(answer)
            else:
                self._puzzling.append(answer)

    def _settle(self, answer: ParsedAnswer) -> Iterator[Settled]:
        """Settle the next query with its answer."""
        yield from self._release()
        self._held = self._next, answer
        self._next += 1
        if not self._may_go_on(*self._held):
            yield from self._release()

    def _release(self) -> Iterator[Settled]:
        if self._held is not None:
            settled, self._held = self._held, None
            yield settled
