"""The results for a set of puzzles."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

HEADER = (
    "set",
    "puzzles",
    "exact-cover right",
    "unfinished",
    "cp-sat checked",
    "unfinished",
    "disagreements",
    "seconds",
)


@dataclass
class Tally:
    """The counts of one set; a disagreement is a wrong answer of any solver, described in words."""

    name: str
    puzzles: int = 0
    right: int = 0
    """The number of answers of exact cover that are as known or, without a known answer, verified."""
    unfinished: int = 0
    checked: int = 0
    """The number of puzzles on which CP-SAT agrees."""
    unfinished_cp_sat: int = 0
    disagreements: list[str] = field(default_factory=list)
    seconds: float = 0
    _start: float = field(default_factory=monotonic)

    def judge(self, puzzle: str, right: bool | None, answer: object) -> None:
        """Count an answer of exact cover; None if a limit was reached."""
        self.puzzles += 1
        if right is None:
            self.unfinished += 1
        elif right:
            self.right += 1
        else:
            self.disagreements.append(f"{puzzle}: the answer of exact-cover is {answer}")

    def compare(self, puzzle: str, same: bool | None, answer: object) -> None:
        """Count an answer of CP-SAT; None if a limit was reached."""
        if same is None:
            self.unfinished_cp_sat += 1
        elif same:
            self.checked += 1
        else:
            self.disagreements.append(f"{puzzle}: the answer of cp-sat or the cross-check is {answer}")

    def finish(self) -> None:
        """Stop the clock."""
        self.seconds = monotonic() - self._start

    @property
    def row(self) -> tuple[object, ...]:
        """The row of the set in the table."""
        return (
            self.name,
            f"{self.puzzles:,}",
            f"{self.right:,}",
            f"{self.unfinished:,}",
            f"{self.checked:,}",
            f"{self.unfinished_cp_sat:,}",
            len(self.disagreements),
            f"{self.seconds:.0f}",
        )
