"""Assignment of answers to puzzles.

A correct solver writes answers in the order of the puzzles: one for each, all solutions of each, or nothing for a
puzzle without a solution. An answer that is right for the next puzzle belongs to it. An answer that is not right waits
for the next one: if that one is right for the same puzzle, the first was superfluous; otherwise the first was the
answer, and wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sudoku_cp.cross_check.external.answers import NOTHING, ParsedAnswer, join
from sudoku_cp.cross_check.external.query import Query

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
