"""What an external solver says about a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

SHOWN = 60
"""Characters of what was written that are shown."""

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """The answer to one puzzle, or a part of it; an empty one says nothing."""

    solutions: tuple[Values, ...] = ()
    number: int | None = None
    """How many solutions there are; of a scored puzzle the best value."""
    at_least: bool = False
    """There may be more than the number."""
    denied: bool = False
    """It says that there is no solution."""
    gave_up: bool = False
    """It says that it does not know."""
    unclear: str = ""
    """What was written and is no answer."""
    surplus: str = ""
    """An answer that was written beside another one."""
    text: str = ""
    """As it was written, where that was no solution."""
    failed: str = ""
    """Why there is no answer, or not all of it."""
    late: bool = False
    """That is because it took too long."""
    whole: bool = False
    """No further answer about the puzzle follows."""

    @property
    def understood(self) -> bool:
        """Whether it says something about a puzzle."""
        return bool(self.solutions or self.denied or self.gave_up or self.failed) or self.number is not None

    def __str__(self) -> str:
        return repr(self.text) if self.text else "nothing"


NOTHING = ParsedAnswer()
"""The answer of a solver that wrote none."""


def join(answers: Sequence[ParsedAnswer]) -> ParsedAnswer:
    """All answers about one puzzle as one: any number of solutions, or one answer of another kind."""
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
