"""What can go wrong: a wrong answer to one of the questions on which backends are compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Values = tuple[int, ...]


class Question(Enum):
    """What the backends are compared on."""

    SOLVABLE = "solvable"
    UNIQUE = "unique"
    COUNT = "number of solutions"
    SET = "set of solutions"
    BEST = "best value"
    OPTIMA = "best solutions"
    CANDIDATES = "candidates"
    RANKING = "ranking"


class FaultKind(Enum):
    """What goes wrong, whichever question shows it."""

    FAILED = "breaks down"
    WRONG = "gives what is no solution"
    REPEATED = "repeats solutions"
    LOST = "loses solutions"
    MISCOUNTED = "counts wrongly"
    VALUE = "errs about the best value"
    CANDIDATES = "errs about candidates"


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong answer."""

    question: Question
    backend: str | None
    """The guilty one; None where two contradict each other and nothing at hand says which of them is wrong."""
    kind: FaultKind
    reason: str
    solution: Values | None = None
    """The solution that shows it: a wrong one, or a right one that was denied."""
