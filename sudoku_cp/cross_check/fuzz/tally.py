"""Statistics of a run so far: cases by rule and context, verdicts, times."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from sudoku_cp.cross_check.fuzz.contexts import CONTEXTS
from sudoku_cp.cross_check.fuzz.run import CaseResult
from sudoku_cp.model.answers import Verdict


class Tally:
    """Counts case results."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.solvable: Counter[bool | None] = Counter()
        self.tiny = 0
        self.parts: Counter[tuple[str, str]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.asked: Counter[str] = Counter()

    def add(self, outcome: CaseResult) -> None:
        """Count a result; a rule that occurs twice in one context of a case counts once."""
        self.verdicts[outcome.verdict] += 1
        self.solvable[outcome.solvable] += 1
        self.tiny += outcome.tiny
        self.parts.update(set(outcome.parts))
        for solver, seconds in outcome.seconds:
            self.seconds[solver] += seconds
            self.asked[solver] += 1

    @property
    def cases(self) -> int:
        """The number of cases."""
        return self.verdicts.total()

    @property
    def tables(self) -> tuple[list[list[str]], list[list[str]]]:
        """Cases by rule and context, and the times of solvers; headers come first."""
        rules = sorted({rule for rule, _ in self.parts})
        cases = [["cases", *CONTEXTS]]
        cases += [[rule, *(f"{self.parts[rule, context]:,}" for context in CONTEXTS)] for rule in rules]
        solvers = [["solver", "cases", "ms per case"]]
        for solver, asked in sorted(self.asked.items()):
            solvers.append([solver, f"{asked:,}", f"{1000 * self.seconds[solver] / asked:.2f}"])
        return cases, solvers

    def __str__(self) -> str:
        """The tables and the summary."""
        return "\n".join([line for table in self.tables for line in (*_aligned(table), "")] + [self.summary])

    @property
    def summary(self) -> str:
        """One line with the number of cases and their verdicts."""
        words = ", ".join(f"{number:,} {verdict.value}" for verdict, number in self.verdicts.most_common())
        return (
            f"{self.cases:,} cases ({self.tiny:,} checked by brute force, {self.solvable[True]:,} with solutions, "
            f"{self.solvable[False]:,} without): {words or 'none'}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        rules = sorted({rule for rule, _ in self.parts})
        return {
            "cases": self.cases,
            "tiny": self.tiny,
            "verdicts": {verdict.value: self.verdicts[verdict] for verdict in Verdict},
            "solvable": self.solvable[True],
            "unsolvable": self.solvable[False],
            "rules": {rule: {context: self.parts[rule, context] for context in CONTEXTS} for rule in rules},
            "solvers": {
                solver: {"cases": self.asked[solver], "ms": round(1000 * self.seconds[solver], 3)}
                for solver in sorted(self.asked)
            },
        }


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *others = widths
    return [
        "  ".join([row[0].ljust(first), *(text.rjust(width) for text, width in zip(row[1:], others, strict=True))])
        for row in rows
    ]
