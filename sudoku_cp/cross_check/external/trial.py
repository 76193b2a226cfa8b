"""A trial of an external solver: it is asked about puzzle after puzzle, and judged by the meaning of the model.

Our own count judges too where a solver denies or counts solutions. A wrong solution is also compared with other puzzles
of the same run: it may be right for one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TypeVar
from weakref import WeakKeyDictionary

from sudoku_cp.cross_check.external.answers import NOTHING, ParsedAnswer, Values
from sudoku_cp.cross_check.external.queries import Query, QueryList, Returned, Section, Supply
from sudoku_cp.cross_check.external.run import Cancelled, Examiner, SolverRun
from sudoku_cp.cross_check.external.solvers import ExternalSolver
from sudoku_cp.cross_check.instances import without_some
from sudoku_cp.cross_check.shrink import Budget, shrink
from sudoku_cp.model import ModelError, Sudoku
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel
from sudoku_cp.solving.registry import load_solver


class Mistake(Enum):
    """The kinds of mistakes in an answer."""

    BROKEN = "gives a wrong solution"
    OTHER = "answers another puzzle"
    REPEATED = "repeats a solution"
    LOST = "denies a solution"
    MISCOUNTED = "counts wrongly"
    VALUE = "gives a wrong best value"
    SURPLUS = "answers more than once"
    UNCLEAR = "writes output that is not understood"
    FAILED = "fails"
    DEPENDENT = "depends on earlier puzzles"
    OURS = "is right, and our engine is wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of an answer."""

    mistake: Mistake | None
    """The mistake; None if there is none."""
    reason: str
    """The judgement in words."""
    known: bool = True
    """Whether the right answer is known."""

    @property
    def verdict(self) -> str:
        """``right``, ``wrong`` or ``open``."""
        if self.mistake is not None:
            return "wrong"
        return "right" if self.known else "open"


def judge(query: Query, answer: ParsedAnswer, ours: Result, limit: int, *, any_score: bool = False) -> Judgement:
    """Judge an answer.

    Parameters
    ----------
    query
        The puzzle.
    answer
        The answer of the external solver.
    ours
        Our count of the solutions; for a scored puzzle our best solution.
    limit
        The number of solutions from which on counts are not distinguished.
    any_score
        Whether to accept any solution of a scored puzzle, not only a best one.

    Returns
    -------
    Judgement
        The mistake, if there is one, with the reason.
    """
    judged = _judge_form(answer)
    if judged is not None:
        return judged
    for solution in answer.solutions:
        broken = query.model.violations(solution, query.givens)
        if broken:
            return Judgement(Mistake.BROKEN, f"{broken[0]}")
    different = len(set(answer.solutions))
    if different < len(answer.solutions):
        return Judgement(Mistake.REPEATED, f"only {different} of its {len(answer.solutions)} solutions are different")
    if answer.solutions and ours.status is Status.INFEASIBLE:
        return Judgement(Mistake.OURS, "its solution breaks no constraint, and our engine found none")
    if query.model.objective is not None and (answer.solutions or answer.number is not None):
        return _judge_score(query, answer, ours, any_score)
    if answer.number is not None:
        return _judge_count(answer, ours, limit)
    if answer.solutions:
        given = "1 solution" if len(answer.solutions) == 1 else f"{len(answer.solutions)} solutions"
        return Judgement(None, f"{given} given, no constraint broken")
    if answer.gave_up:
        return Judgement(None, f"it says {answer}", known=False)
    if ours.solution is not None:
        return Judgement(Mistake.LOST, f"it says {answer}, but there is a solution")
    return Judgement(None, "no solution", known=ours.status is Status.INFEASIBLE)


def _judge_form(answer: ParsedAnswer) -> Judgement | None:
    """Judge output that is not an answer, whatever the puzzle."""
    if answer.late:
        return Judgement(None, answer.failed, known=False)
    if answer.failed:
        return Judgement(Mistake.FAILED, answer.failed)
    if answer.unclear:
        return Judgement(Mistake.UNCLEAR, f"it writes {answer.unclear!r}, which is not understood")
    if answer.surplus:
        return Judgement(Mistake.SURPLUS, f"in addition to its answer it writes {answer.surplus!r}")
    return None


def _judge_count(answer: ParsedAnswer, ours: Result, limit: int) -> Judgement:
    number, known, listed = answer.number or 0, ours.count, len(answer.solutions)
    if answer.at_least:
        number = max(number, listed)
        if ours.exact and number > known:
            return Judgement(Mistake.MISCOUNTED, f"it says {number} or more, but there are {known}")
        return Judgement(None, f"{number} solutions or more", known=ours.exact or number <= known)
    if min(number, limit) < min(max(known, listed), limit):
        more = "" if ours.exact else " or more"
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, but there are {max(known, listed)}{more}")
    if ours.exact and min(number, limit) != min(known, limit):
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, but there are {known}")
    return Judgement(None, f"{number} solutions", known=ours.exact or min(known, limit) == min(number, limit))


def _judge_score(query: Query, answer: ParsedAnswer, ours: Result, any_score: bool) -> Judgement:
    objective, number = query.model.objective, answer.number
    assert objective is not None
    scores = [objective.value(dict(zip(query.model.grid, solution, strict=True))) for solution in answer.solutions]
    if number is not None and ours.status is Status.INFEASIBLE:
        if number < 0:
            return Judgement(None, "no solution")
        return Judgement(Mistake.VALUE, f"it says {number}, but there is no solution")
    if scores and number is not None and number != scores[0]:
        return Judgement(Mistake.VALUE, f"it says {number}, but its solution scores {scores[0]}")
    if scores and any_score:
        return Judgement(None, f"{len(scores)} given, no constraint broken")
    best, optimal = ours.objective, ours.status is Status.OPTIMAL
    for score in scores or [number or 0]:
        says = f"its solution scores {score}" if scores else f"it says {score}"
        if best is not None and objective.gain(score) < objective.gain(best):
            return Judgement(Mistake.VALUE, f"{says}, but {best} is {'the best' if optimal else 'reached'}")
        if optimal and score != best:
            return Judgement(Mistake.OURS if scores else Mistake.VALUE, f"{says}, but {best} is the best")
    return Judgement(None, f"best value {scores[0] if scores else number}", known=optimal)


MOST_AWAY = 500
"""The distance within which the other puzzle is searched."""


def judge_beside(judgement: Judgement, queries: Sequence[Query], place: int, answer: ParsedAnswer) -> Judgement:
    """Find the other puzzle to which a wrong solution belongs.

    Parameters
    ----------
    judgement
        The judgement of the answer by itself.
    queries, place
        The puzzles of the run, and the position of the one that was answered.
    """
    if judgement.mistake is not Mistake.BROKEN:
        return judgement
    own = [_solves(solution, queries[place]) for solution in answer.solutions]
    other = _owner(answer.solutions[own.index(False)], queries, place)
    if other is None:
        return judgement
    where = f"the puzzle {_apart(abs(place - other))} {'before' if other < place else 'after'} it"
    if not any(own):
        return Judgement(Mistake.OTHER, f"it gives the solution of {where}")
    mistake = Mistake.REPEATED if other < place else Mistake.OTHER
    return Judgement(mistake, f"in addition to its own solution it gives that of {where}")


def _apart(distance: int) -> str:
    return "just" if distance == 1 else f"{distance} places"


def _owner(solution: Values, queries: Sequence[Query], place: int) -> int | None:
    """The nearest other puzzle that a solution solves."""
    near = range(max(0, place - MOST_AWAY), min(len(queries), place + MOST_AWAY))
    for other in sorted(near, key=lambda other: abs(other - place)):
        if other != place and _solves(solution, queries[other]):
            return other
    return None


def _solves(solution: Values, query: Query) -> bool:
    values = dict(zip(query.model.grid, solution, strict=True))
    return all(values[cell] == value for cell, value in query.givens.items()) and not query.model.violations(
        solution, query.givens
    )


_T = TypeVar("_T")

MOST_A_START = 10_000
"""The number of puzzles for each start of a solver; after it was late, one, then twice as many each time."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """A puzzle, the answer about it, and its judgement."""

    query: Query
    """The puzzle."""
    answer: ParsedAnswer
    """The answer of the external solver."""
    judgement: Judgement
    """Whether the answer is right."""
    ours: Result
    """The answer of our engine."""
    sequence: tuple[Query, ...]
    """The puzzles of the run up to this one, if the mistake depends on them; otherwise this puzzle alone."""


class Trial:
    """Asks an external solver about puzzles and judges its answers.

    Parameters
    ----------
    solver
        The solver under test.
    limit
        The number of solutions from which on counts are not distinguished.
    limits
        The limits of our own engine; the seconds also apply to each puzzle of the other solver, and the flag cancels
        the trial.
    any_score
        Whether to accept any solution of a scored puzzle, not only a best one.
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
        self.endings: Counter[str] = Counter()
        """How often the other solver ended with an exit code other than 0 after it had answered all of its puzzles."""
        self.theirs = 0.0
        """The processor time of the other solver in seconds, including its starts."""
        self.ours = 0.0
        """The time of our engine for the same questions in seconds."""

    def run(self, queries: Iterable[Query] | Supply) -> Iterator[TrialResult]:
        """Try puzzles in order; yield each result as soon as it is known.

        Parameters
        ----------
        queries
            The puzzles, which may arrive while others are answered.

        Yields
        ------
        TrialResult
            The judged answer to each puzzle.

        Raises
        ------
        Cancelled
            If the cancel flag of the limits was set.
        InputError
            If the solver cannot be started.
        ModelError
            If a model has variables outside its grid, for which answers have no place.
        """
        supply = Returned(queries if isinstance(queries, Supply) else QueryList(queries))
        while (first := self._examiner.await_query(supply)) is not None:
            if len(first.model.cells) > len(first.model.grid):
                raise ModelError(f"{first.model.name} has variables outside its grid; answers have no place for them")
            most = 1 if self.solver.one_a_start else self._most
            run = SolverRun(self.solver, Section(supply, first, most), self._examiner, pooled_time=self._pooled_time)
            for place, answer in run.answers():
                yield self._result(run.queries, place, answer)
            self.theirs += run.processor_seconds
            self.endings.update([run.ending] if run.ending else [])
            settled = run.unanswered
            self._most = min(2 * self._most, MOST_A_START)
            if run.breakdown is not None:
                answers = self._up_to_breakdown(run, run.breakdown)
                for place, answer in enumerate(answers, settled):
                    yield self._result(run.queries, place, answer)
                settled += len(answers)
            supply.give_back(run.queries[settled:])

    def _up_to_breakdown(self, run: SolverRun, failure: ParsedAnswer) -> list[ParsedAnswer]:
        """The answers to the puzzles without output, up to the one at which the solver failed.

        The solver may have buffered its output. It is therefore asked again about the first puzzles of the run alone.
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
        run = SolverRun(self.solver, QueryList(queries), self._examiner, pooled_time=True)
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
        """Our own result for a puzzle, as far as the judgement needs it."""
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
        """Find a short sequence of puzzles whose last one shows the mistake; a single puzzle loses most givens.

        Parameters
        ----------
        result
            A result with a mistake.
        budget
            When to stop early.

        Returns
        -------
        tuple
            The puzzles, in the order in which they show it.
        """
        if len(result.sequence) > 1:
            return shrink(result.sequence, _unless_cancelled(self._fails_last), (_without_predecessors,), budget)

        def fails(query: Query) -> bool:
            [answer] = self._ask([query]).answers
            return self._judged(query, answer).mistake is result.judgement.mistake

        return (shrink(result.query, _unless_cancelled(fails), (_with_fewer_givens,), budget),)

    def _fails_last(self, queries: tuple[Query, ...]) -> bool:
        """Whether a sequence shows a mistake at its last puzzle, and the solver does not fail earlier."""
        asked, last = self._ask(queries), len(queries) - 1
        answer = asked.answers[last]
        return asked.broken in (None, last) and (answer.late or not self._right(queries[last], answer))


@dataclass(frozen=True, slots=True)
class _Asked:
    """The answers about some puzzles, and the puzzle at which the solver failed."""

    answers: list[ParsedAnswer]
    broken: int | None


def _puzzles(number: int) -> str:
    return "another puzzle" if number == 1 else f"{number:,} other puzzles"


def _unless_cancelled(fails: Callable[[_T], bool]) -> Callable[[_T], bool]:
    """The same tester, except that nothing fails any more after a cancellation."""

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
def _compiled(model: Sudoku) -> LoweredModel:
    return load_solver().compile(model)
