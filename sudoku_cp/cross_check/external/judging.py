"""Whether an answer is right, by the model's own meaning and by a count of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sudoku_cp.backends.contract import Result, Status
from sudoku_cp.cross_check.external.answers import ParsedAnswer
from sudoku_cp.cross_check.external.query import Query


class Mistake(Enum):
    """What is wrong with an answer."""

    BROKEN = "gives what is no solution"
    OTHER = "answers another puzzle"
    REPEATED = "repeats a solution"
    LOST = "denies a solution"
    MISCOUNTED = "counts wrongly"
    VALUE = "errs about the best value"
    SURPLUS = "answers more than once"
    UNCLEAR = "writes what is not understood"
    FAILED = "breaks down"
    DEPENDENT = "depends on what came before"
    OURS = "is right, and our engine is wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer is worth."""

    mistake: Mistake | None
    """None where nothing is wrong with it."""
    reason: str
    known: bool = True
    """False where it is not known what is right."""

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
    ours
        Our count of the solutions, or of a scored puzzle our best solution.
    limit
        From how many solutions on numbers of them are not told apart.
    any_score
        Take any solution of a scored puzzle for right, not only a best one.
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
        return Judgement(Mistake.REPEATED, f"of {len(answer.solutions)} solutions {different} are different")
    if answer.solutions and ours.status is Status.INFEASIBLE:
        return Judgement(Mistake.OURS, "its solution breaks nothing, and our engine knows none")
    if query.model.objective is not None and (answer.solutions or answer.number is not None):
        return _judge_score(query, answer, ours, any_score)
    if answer.number is not None:
        return _judge_count(answer, ours, limit)
    if answer.solutions:
        return Judgement(None, f"{len(answer.solutions)} given, nothing broken")
    if answer.gave_up:
        return Judgement(None, f"it says {answer}", known=False)
    if ours.solution is not None:
        return Judgement(Mistake.LOST, f"it says {answer}, and there is a solution")
    return Judgement(None, "no solution", known=ours.status is Status.INFEASIBLE)


def _judge_form(answer: ParsedAnswer) -> Judgement | None:
    """Judge what is no answer, whatever the puzzle."""
    if answer.late:
        return Judgement(None, answer.failed, known=False)
    if answer.failed:
        return Judgement(Mistake.FAILED, answer.failed)
    if answer.unclear:
        return Judgement(Mistake.UNCLEAR, f"it writes {answer.unclear!r}, which is not understood")
    if answer.surplus:
        return Judgement(Mistake.SURPLUS, f"beside its answer it writes {answer.surplus!r}")
    return None


def _judge_count(answer: ParsedAnswer, ours: Result, limit: int) -> Judgement:
    number, known, listed = answer.number or 0, ours.count, len(answer.solutions)
    if answer.at_least:
        number = max(number, listed)
        if ours.exact and number > known:
            return Judgement(Mistake.MISCOUNTED, f"it says {number} or more, and there are {known}")
        return Judgement(None, f"{number} solutions or more", known=ours.exact or number <= known)
    if min(number, limit) < min(max(known, listed), limit):
        more = "" if ours.exact else " or more"
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, and there are {max(known, listed)}{more}")
    if ours.exact and min(number, limit) != min(known, limit):
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, and there are {known}")
    return Judgement(None, f"{number} solutions", known=ours.exact or min(known, limit) == min(number, limit))


def _judge_score(query: Query, answer: ParsedAnswer, ours: Result, any_score: bool) -> Judgement:
    objective, number = query.model.objective, answer.number
    assert objective is not None
    scores = [objective.value(dict(zip(query.model.grid, solution, strict=True))) for solution in answer.solutions]
    if number is not None and ours.status is Status.INFEASIBLE:
        if number < 0:
            return Judgement(None, "no solution")
        return Judgement(Mistake.VALUE, f"it says {number}, and there is no solution")
    if scores and number is not None and number != scores[0]:
        return Judgement(Mistake.VALUE, f"it says {number}, and its solution scores {scores[0]}")
    if scores and any_score:
        return Judgement(None, f"{len(scores)} given, nothing broken")
    best, optimal = ours.objective, ours.status is Status.OPTIMAL
    for score in scores or [number or 0]:
        says = f"its solution scores {score}" if scores else f"it says {score}"
        if best is not None and objective.gain(score) < objective.gain(best):
            return Judgement(Mistake.VALUE, f"{says}, and {best} is {'the best' if optimal else 'reached'}")
        if optimal and score != best:
            return Judgement(Mistake.OURS if scores else Mistake.VALUE, f"{says}, and {best} is the best")
    return Judgement(None, f"best value {scores[0] if scores else number}", known=optimal)
