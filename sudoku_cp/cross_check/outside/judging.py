"""Whether an answer from outside is right, by the model's own meaning and by a count of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sudoku_cp.backends.contract import Result, Status
from sudoku_cp.cross_check.outside.said import Said
from sudoku_cp.cross_check.outside.solvers import Asked


class Mistake(Enum):
    """What is wrong with an answer."""

    BROKEN = "gives what is no solution"
    REPEATED = "repeats a solution"
    LOST = "denies a solution"
    MISCOUNTED = "counts wrongly"
    VALUE = "errs about the best value"
    FAILED = "breaks down"
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


def judge(puzzle: Asked, said: Said, ours: Result, limit: int) -> Judgement:
    """Judge an answer.

    Parameters
    ----------
    ours
        Our count of the solutions, or of a scored puzzle our best solution.
    limit
        From how many solutions on numbers of them are not told apart.
    """
    if said.late:
        return Judgement(None, said.failed, known=False)
    if said.failed:
        return Judgement(Mistake.FAILED, said.failed)
    for solution in said.solutions:
        broken = puzzle.model.violations(solution, puzzle.givens)
        if broken:
            return Judgement(Mistake.BROKEN, f"{broken[0]}")
    different = len(set(said.solutions))
    if different < len(said.solutions):
        return Judgement(Mistake.REPEATED, f"of {len(said.solutions)} solutions {different} are different")
    if said.solutions and ours.status is Status.INFEASIBLE:
        return Judgement(Mistake.OURS, "its solution breaks nothing, and our engine knows none")
    if puzzle.model.objective is not None and said.number is not None:
        return _judge_value(said.number, ours)
    if said.number is not None and not said.solutions:
        return _judge_count(said.number, ours, limit)
    if said.solutions:
        return Judgement(None, f"{len(said.solutions)} given, nothing broken")
    if ours.solution is not None:
        return Judgement(Mistake.LOST, f"it says {said.text or 'nothing'!r}, and there is a solution")
    return Judgement(None, "no solution", known=ours.status is Status.INFEASIBLE)


def _judge_count(number: int, ours: Result, limit: int) -> Judgement:
    known = ours.count
    if min(number, limit) < min(known, limit):
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, and there are {known} or more")
    if ours.exact and min(number, limit) != min(known, limit):
        return Judgement(Mistake.MISCOUNTED, f"it says {number}, and there are {known}")
    return Judgement(None, f"{number} solutions", known=ours.exact or min(known, limit) == min(number, limit))


def _judge_value(number: int, ours: Result) -> Judgement:
    if ours.status is Status.INFEASIBLE:
        if number < 0:
            return Judgement(None, "no solution")
        return Judgement(Mistake.VALUE, f"it says {number}, and there is no solution")
    if ours.status is Status.OPTIMAL and number != ours.objective:
        return Judgement(Mistake.VALUE, f"it says {number}, and {ours.objective} is the best")
    return Judgement(None, f"best value {number}", known=ours.status is Status.OPTIMAL)
