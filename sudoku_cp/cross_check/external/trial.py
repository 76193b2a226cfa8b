"""An external solver on trial: asked about puzzle after puzzle, judged beside ours.

What counts is the answer in the run that was asked for. A puzzle is asked about again only to find out where a solver
broke down, what a mistake depends on, and how small a puzzle shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar
from weakref import WeakKeyDictionary

from sudoku_cp.backends import backend
from sudoku_cp.backends.contract import CompiledModel, Limits, Result
from sudoku_cp.cross_check.external.answers import NOTHING, ParsedAnswer
from sudoku_cp.cross_check.external.judging import Judgement, Mistake, judge
from sudoku_cp.cross_check.external.neighbours import judge_beside
from sudoku_cp.cross_check.external.query import Query
from sudoku_cp.cross_check.external.run import Cancelled, Examiner, Run
from sudoku_cp.cross_check.external.solvers import ExternalSolver
from sudoku_cp.cross_check.external.supply import QueryList, Returned, Section, Supply
from sudoku_cp.cross_check.shrink.shrinker import Budget, shrink
from sudoku_cp.cross_check.smaller import without_some
from sudoku_cp.model import ModelError, Sudoku

_T = TypeVar("_T")

MOST_A_START = 10_000
"""Puzzles that a solver is asked about each time it is started; after it was late one, then twice as many each time."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A puzzle, the answer about it, and its judgement."""

    query: Query
    answer: ParsedAnswer
    judgement: Judgement
    ours: Result
    sequence: tuple[Query, ...]
    """The puzzles of the same run up to this one, where the mistake depends on them; else the puzzle alone."""


class Trial:
    """Asks and judges.

    Parameters
    ----------
    solver
        Who is put to the test.
    limit
        From how many solutions on numbers of them are not told apart.
    limits
        For our own engine; its seconds count for each puzzle of the other one, too, and it can be cancelled.
    any_score
        Take any solution of a scored puzzle for right, not only a best one.
    """

    def __init__(self, solver: ExternalSolver, limit: int, limits: Limits, *, any_score: bool = False) -> None:
        self.solver = solver
        self._limit = limit
        self._limits = limits
        self._any_score = any_score
        self._examiner = Examiner(self._right, self._solves, self._several, limits.seconds, limits.cancel)
        self._known: WeakKeyDictionary[Query, dict[int, Result]] = WeakKeyDictionary()
        self._pooled_time = False
        self._most = MOST_A_START
        self.theirs = 0.0
        """Seconds of processor time that the other solver took, its starts included."""
        self.ours = 0.0
        """Seconds that our engine took for the same questions."""

    def run(self, queries: Iterable[Query] | Supply) -> Iterator[TrialResult]:
        """Try puzzles in order; each result comes as soon as it is known.

        Raises
        ------
        Cancelled
            If the limits' event was set.
        InputError
            If the solver cannot be started.
        ModelError
            If a model has variables outside its grid, which nobody could tell in an answer.
        """
        supply = Returned(queries if isinstance(queries, Supply) else QueryList(queries))
        while (first := self._examiner.await_query(supply)) is not None:
            if len(first.model.cells) > len(first.model.grid):
                raise ModelError(f"{first.model.name} has variables outside its grid; answers have no place for them")
            most = 1 if self.solver.one_a_start else self._most
            run = Run(self.solver, Section(supply, first, most), self._examiner, pooled_time=self._pooled_time)
            for place, answer in run.answers():
                yield self._result(run.queries, place, answer)
            self.theirs += run.processor_seconds
            settled = run.unanswered
            self._most = min(2 * self._most, MOST_A_START)
            if run.breakdown is not None:
                answers = self._up_to_breakdown(run, run.breakdown)
                for place, answer in enumerate(answers, settled):
                    yield self._result(run.queries, place, answer)
                settled += len(answers)
            supply.give_back(run.queries[settled:])

    def _up_to_breakdown(self, run: Run, failure: ParsedAnswer) -> list[ParsedAnswer]:
        """The answers to the puzzles about which nothing was written, up to the one at which the solver broke down.

        It may have held back its output. So it is asked again about the first puzzles of the run, which then end.
        """
        first, last = run.unanswered, len(run.queries) - 1
        if failure.late:
            self._most = 1
        if last == 0 or not self.solver.may_hold_back:
            return [failure]
        asked = self._ask(run.queries[: first + 1])
        if asked.broken is not None:
            return [failure]
        if failure.late and not self._pooled_time:
            self._pooled_time = True
            return asked.answers[first:]
        if not failure.late and self._ask(run.queries).broken is None:
            return [replace(failure, failed=f"{failure.failed} (asked again, it did not)")]
        while last - first > 1:
            middle = (first + last) // 2
            again = self._ask(run.queries[: middle + 1])
            if again.broken is None:
                first, asked = middle, again
            else:
                last = middle
        return [*asked.answers[run.unanswered :], failure]

    def _ask(self, queries: Sequence[Query]) -> _Asked:
        """Ask about some puzzles once more."""
        run = Run(self.solver, QueryList(queries), self._examiner, pooled_time=True)
        answers = [NOTHING] * len(queries)
        for place, answer in run.answers():
            answers[place] = answer
        if run.breakdown is None:
            return _Asked(answers, None)
        answers[run.unanswered] = run.breakdown
        return _Asked(answers, run.unanswered)

    def _result(self, queries: Sequence[Query], place: int, answer: ParsedAnswer) -> TrialResult:
        query = queries[place]
        judgement = judge_beside(self._judged(query, answer), queries, place, answer)
        sequence: tuple[Query, ...] = (query,)
        if place and judgement.reason and (judgement.mistake or answer.late) and self._right_alone(query):
            reason = f"after {_puzzles(place)}: {judgement.reason}; alone it is right"
            judgement, sequence = Judgement(Mistake.DEPENDENT, reason), tuple(queries[: place + 1])
        self._examiner.check_cancelled()
        return TrialResult(query, answer, judgement, self._ours(query, answer), sequence)

    def _right_alone(self, query: Query) -> bool:
        [answer] = self._ask([query]).answers
        return not answer.late and self._right(query, answer)

    def _judged(self, query: Query, answer: ParsedAnswer) -> Judgement:
        return judge(query, answer, self._ours(query, answer), self._limit, any_score=self._any_score)

    def _right(self, query: Query, answer: ParsedAnswer) -> bool:
        return self._judged(query, answer).mistake is None

    def _solves(self, query: Query, answer: ParsedAnswer) -> bool:
        ours = self._ours(query, answer)
        return bool(answer.solutions) and judge(query, answer, ours, self._limit, any_score=True).mistake is None

    def _several(self, query: Query) -> bool:
        return query.model.objective is not None or self._ours(query, NOTHING).count != 1

    def _ours(self, query: Query, answer: ParsedAnswer) -> Result:
        """What we know about a puzzle, as far as the answer needs it."""
        scored = query.model.objective is not None
        limit = self._limit if answer.number is not None and not scored else min(2, self._limit)
        known = self._known.setdefault(query, {})
        if limit not in known:
            compiled = _compiled(query.model)
            known[limit] = (
                compiled.solve(query.givens, self._limits)
                if scored
                else compiled.count(limit, query.givens, self._limits)
            )
            self.ours += known[limit].statistics.seconds
        return known[limit]

    def smallest(self, result: TrialResult, budget: Budget) -> tuple[Query, ...]:
        """The shortest sequence of puzzles found of which the last one shows the mistake; a single one has few givens.

        Parameters
        ----------
        result
            One with a mistake.
        """
        if len(result.sequence) > 1:
            return shrink(result.sequence, _unless_cancelled(self._fails_last), (_without_predecessors,), budget)

        def fails(query: Query) -> bool:
            [answer] = self._ask([query]).answers
            return self._judged(query, answer).mistake is result.judgement.mistake

        return (shrink(result.query, _unless_cancelled(fails), (_with_fewer_givens,), budget),)

    def _fails_last(self, queries: tuple[Query, ...]) -> bool:
        """Whether a sequence shows a mistake in its last puzzle, and breaks down nowhere before."""
        asked, last = self._ask(queries), len(queries) - 1
        answer = asked.answers[last]
        return asked.broken in (None, last) and (answer.late or not self._right(queries[last], answer))


@dataclass(frozen=True, slots=True)
class _Asked:
    """The answers about some puzzles, and the puzzle at which the solver broke down."""

    answers: list[ParsedAnswer]
    broken: int | None


def _puzzles(number: int) -> str:
    return "another puzzle" if number == 1 else f"{number:,} other puzzles"


def _unless_cancelled(fails: Callable[[_T], bool]) -> Callable[[_T], bool]:
    """The same, but nothing fails any more after a cancellation."""

    def fails_still(thing: _T) -> bool:
        try:
            return fails(thing)
        except Cancelled:
            return False

    return fails_still


def _without_predecessors(queries: tuple[Query, ...]) -> Iterator[tuple[Query, ...]]:
    *before, last = queries
    return ((*kept, last) for kept in without_some(before) if kept)


def _with_fewer_givens(query: Query) -> Iterator[Query]:
    return (replace(query, givens=dict(kept)) for kept in without_some(tuple(query.givens.items())))


@lru_cache(maxsize=4)
def _compiled(model: Sudoku) -> CompiledModel:
    return backend().compile(model)
