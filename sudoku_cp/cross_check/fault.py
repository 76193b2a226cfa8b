"""Faults: wrong answers to one of the questions on which solvers are compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Values = tuple[int, ...]


class Question(Enum):
    """The questions on which solvers are compared."""

    SOLVABLE = "solvable"
    UNIQUE = "unique"
    COUNT = "number of solutions"
    SET = "set of solutions"
    BEST = "best value"
    OPTIMA = "best solutions"
    CANDIDATES = "candidates"
    RANKING = "ranking"


class FaultKind(Enum):
    """The kinds of faults, whichever question shows them."""

    FAILED = "fails"
    WRONG = "gives a wrong solution"
    REPEATED = "repeats solutions"
    LOST = "loses solutions"
    MISCOUNTED = "counts wrongly"
    VALUE = "gives a wrong best value"
    CANDIDATES = "gives wrong candidates"
    ANSWER = "answers wrongly"


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong answer."""

    question: Question
    """The question that was answered wrongly."""
    solver: str | None
    """The guilty solver; None if two contradict each other and no evidence shows which one is wrong."""
    kind: FaultKind
    """The kind of fault."""
    reason: str
    """The fault in words."""
    solution: Values | None = None
    """The solution that shows the fault: a wrong one, or a right one that was denied."""
