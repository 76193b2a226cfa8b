"""What a set of puzzles came to."""

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
    """Counts of one set; a disagreement is a wrong answer of whichever backend, each described in words."""

    name: str
    puzzles: int = 0
    right: int = 0
    """Answers of exact cover that are as known, or, where nothing is known, verified."""
    unfinished: int = 0
    checked: int = 0
    """Puzzles of which CP-SAT says the same."""
    unfinished_cp_sat: int = 0
    disagreements: list[str] = field(default_factory=list)
    seconds: float = 0
    _start: float = field(default_factory=monotonic)

    def judge(self, puzzle: str, right: bool | None, answer: object) -> None:
        """Count an answer of exact cover; None if a limit came first."""
        self.puzzles += 1
        if right is None:
            self.unfinished += 1
        elif right:
            self.right += 1
        else:
            self.disagreements.append(f"{puzzle}: exact-cover says {answer}")

    def compare(self, puzzle: str, same: bool | None, answer: object) -> None:
        """Count an answer of CP-SAT; None if a limit came first."""
        if same is None:
            self.unfinished_cp_sat += 1
        elif same:
            self.checked += 1
        else:
            self.disagreements.append(f"{puzzle}: cp-sat or the cross-check says {answer}")

    def finish(self) -> None:
        """Stop the clock."""
        self.seconds = monotonic() - self._start

    @property
    def row(self) -> tuple[object, ...]:
        """Its row in the table."""
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
