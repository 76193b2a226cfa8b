"""A run of many cases in separate processes, and its statistics: a crash costs one case, not the run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sudoku_cp._base.errors import WorkerError
from sudoku_cp.cross_check.configurations import plain_name
from sudoku_cp.cross_check.fuzz.cases import Case, Plan, question, questions_of, random_case, solvers_of
from sudoku_cp.cross_check.fuzz.findings import (
    Finding,
    ask,
    find_breakdown,
    find_smallest,
    find_wrong_answer,
    find_wrong_terms,
)
from sudoku_cp.cross_check.fuzz.processes import process_pool
from sudoku_cp.cross_check.fuzz.requirements import CONTEXTS
from sudoku_cp.model.answers import Verdict
from sudoku_cp.parallel.ordered import OrderedMap
from sudoku_cp.solving.registry import SOLVERS

CHUNK = 10
"""The number of cases that a process takes at a time."""

ARBITERS = ("cp-sat:presolve=true,seed=2", "python-constraint")
"""The solver that is also asked if it is unclear which one is wrong."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a case."""

    number: int
    verdict: Verdict
    solvable: bool | None
    tiny: bool
    parts: tuple[tuple[str, str], ...]
    """The rule or kind of each clue or constraint, with its context."""
    seconds: tuple[tuple[str, float], ...] = ()
    """The time of each solver in seconds."""
    findings: tuple[Finding, ...] = ()


def examine(plan: Plan, number: int) -> CaseResult:
    """Draw a case, check it, and shrink its faults, one for each solver regardless of settings."""
    case = random_case(plan.seed, number, plan.rules, plan.sizes)
    solvers = solvers_of(plan, case)
    report = ask(case.model, solvers)
    if any(fault.solver is None for fault in report.faults):
        report = ask(case.model, tuple(dict.fromkeys((*solvers, *ARBITERS))))
    faults = {(fault.solver, fault.kind): fault for fault in reversed(report.faults)}
    findings = tuple(
        find_smallest(case.model, report, fault)
        for (name, kind), fault in faults.items()
        if name is None or (base := plain_name(name)) == name or (base, kind) not in faults
    )
    findings += _further_findings(plan, case, solvers)
    seconds = tuple((answer.solver, answer.statistics.seconds) for answer in report.answers)
    verdict = Verdict.DISAGREE if findings else report.verdict
    return CaseResult(number, verdict, report.solvable, case.tiny, case.parts, seconds, findings)


def _further_findings(plan: Plan, case: Case, solvers: Sequence[str]) -> tuple[Finding, ...]:
    """What is wrong with answers to other questions than those to solvers, and with the lowering of terms."""
    found: list[Finding | None] = []
    if case.comparisons is not None:
        lowering = [name for name in solvers if name in SOLVERS[:2]]
        found += [find_wrong_terms(case.comparisons, solver, question(case.model)) for solver in lowering]
    if plan.wrong is not None:
        found += [find_wrong_answer(case.model, name, plan.wrong) for name in questions_of(plan, case)]
    return tuple(finding for finding in found if finding is not None)


def run_cases(plan: Plan, cases: int | None, jobs: int, ends: Callable[[], bool]) -> Iterator[CaseResult]:
    """Examine the cases from number 0 on, in their order.

    Parameters
    ----------
    cases
        The number of cases; None for as many as time permits.
    jobs
        The number of processes.
    ends
        Called often; once it returns True, no further case is started. An exception ends the run at once.
    """

    def look() -> bool:
        ends()
        return False

    def chunks() -> Iterator[range]:
        begun = 0
        while (cases is None or begun < cases) and not ends():
            chunk = range(begun, begun + CHUNK if cases is None else min(begun + CHUNK, cases))
            yield chunk
            begun = chunk.stop

    def task(chunk: range) -> Callable[[], list[CaseResult]]:
        return partial(_examine_all, plan, chunk)

    with OrderedMap(process_pool, jobs, task, 2 * jobs) as examined:
        for chunk in examined.over(chunks()):
            try:
                outcomes = examined.answer(look) or []
            except WorkerError:
                outcomes = [_alone(examined, plan, number, look) for number in chunk]
            yield from outcomes


def _examine_all(plan: Plan, chunk: range) -> list[CaseResult]:
    return [_examine_safely(plan, number) for number in chunk]


def _examine_safely(plan: Plan, number: int) -> CaseResult:
    """Examine a case; an unexpected error is a finding too."""
    try:
        return examine(plan, number)
    except Exception as error:
        return _broken(plan, number, f"{type(error).__name__}: {error}")


def _alone(
    examined: OrderedMap[range, list[CaseResult]], plan: Plan, number: int, look: Callable[[], bool]
) -> CaseResult:
    """Examine a case in a process that may crash; a crash is a finding too."""
    try:
        outcome = examined.alone(partial(_examine_safely, plan, number), look)
    except WorkerError:
        outcome = examined.alone(partial(_broken, plan, number, "the process died"), look)
    assert outcome is not None
    return outcome


def _broken(plan: Plan, number: int, reason: str) -> CaseResult:
    """The result of a case that could not be examined."""
    case = random_case(plan.seed, number, plan.rules, plan.sizes)
    finding = find_breakdown(case.model, solvers_of(plan, case), f"case {number}: {reason}")
    return CaseResult(number, Verdict.DISAGREE, None, case.tiny, case.parts, (), (finding,))


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
