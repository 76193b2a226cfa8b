"""Judgement of an answer by the meaning of the model and by our own count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sudoku_cp.cross_check.external.answers import ParsedAnswer
from sudoku_cp.cross_check.external.query import Query
from sudoku_cp.model.answers import Result, Status


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
