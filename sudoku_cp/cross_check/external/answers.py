"""The answer of an external solver about a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

SHOWN = 60
"""The number of characters of a solver's output that messages show."""

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """The answer to one puzzle, or a part of it; an empty one carries no information."""

    solutions: tuple[Values, ...] = ()
    """The values of each solution, in the order of the model's cells."""
    number: int | None = None
    """The number of solutions; for a scored puzzle the best value."""
    at_least: bool = False
    """Whether there may be more than the number."""
    denied: bool = False
    """Whether it states that there is no solution."""
    gave_up: bool = False
    """Whether it states that the answer is unknown."""
    unclear: str = ""
    """Output that is not an answer."""
    surplus: str = ""
    """A further answer after the answer."""
    text: str = ""
    """The output, if it is not a solution."""
    failed: str = ""
    """The reason why the answer is missing or incomplete."""
    late: bool = False
    """Whether it is missing because the solver took too long."""
    whole: bool = False
    """Whether no further answer about the puzzle follows."""

    @property
    def understood(self) -> bool:
        """Whether it answers anything about a puzzle."""
        return bool(self.solutions or self.denied or self.gave_up or self.failed) or self.number is not None

    def __str__(self) -> str:
        return repr(self.text) if self.text else "nothing"


NOTHING = ParsedAnswer()
"""The answer of a solver that wrote nothing."""


def join(answers: Sequence[ParsedAnswer]) -> ParsedAnswer:
    """Join all answers about one puzzle: any number of solutions, or one answer of another kind."""
    if not answers:
        return NOTHING
    solutions = [answer for answer in answers if answer.solutions]
    others = [answer for answer in answers if answer.understood and not answer.solutions]
    beside = others if solutions else others[1:]
    return replace(
        next(iter(solutions or others), NOTHING),
        solutions=tuple(solution for answer in answers for solution in answer.solutions),
        unclear=_first(answer.unclear for answer in answers),
        surplus=_first(answer.surplus for answer in answers) or _first(answer.text for answer in beside),
        text=" ".join(answer.text for answer in answers if answer.text)[:SHOWN],
        failed=_first(answer.failed for answer in answers),
        late=any(answer.late for answer in answers),
    )


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, texts), "")
