"""Comparison of the solvers' proofs, question by question."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from sudoku_cp.cross_check.answers import Answers, Listing
from sudoku_cp.cross_check.claims import Range, count_claims, meet
from sudoku_cp.cross_check.fault import Fault, Question
from sudoku_cp.model.answers import Status, Verdict


@dataclass(frozen=True, slots=True)
class Position:
    """The answer of one solver to one question."""

    solver: str
    """The name of the solver, with its settings."""
    words: str
    """The answer in words."""
    proved: Hashable = None
    """The proved answer, for comparison; None if there is none."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The positions of all solvers on one question, with the verdict."""

    question: Question
    """The question."""
    verdict: Verdict
    """Whether the solvers agree on it."""
    positions: tuple[Position, ...]
    """The answer of each solver."""


def compare(
    answers: Sequence[Answers], faults: Iterable[Fault], count_limit: int, scored: bool
) -> tuple[Comparison, ...]:
    """Compare the positions on each question.

    Parameters
    ----------
    count_limit
        The number of solutions at which the answer is "at least that many".
    scored
        Whether the model has an objective.
    """
    counts = [(answer.solver, meet(count_claims(answer))) for answer in answers]
    table = {Question.SOLVABLE: [_solvable(solver, count) for solver, count in counts]}
    if count_limit > 1:
        table[Question.UNIQUE] = [_unique(solver, count) for solver, count in counts]
    table[Question.COUNT] = [_count(solver, count, count_limit) for solver, count in counts]
    if any(answer.listing is not None for answer in answers):
        table[Question.SET] = [_set(answer.solver, answer.listed) for answer in answers]
    if scored:
        table[Question.BEST] = [_best(answer) for answer in answers]
    if any(answer.best is not None for answer in answers):
        table[Question.OPTIMA] = [_set(answer.solver, answer.best_listed) for answer in answers]
    if any(answer.candidates is not None for answer in answers):
        table[Question.CANDIDATES] = [_candidates(answer) for answer in answers]
    if any(answer.ranking is not None for answer in answers):
        table[Question.RANKING] = [_ranking(answer) for answer in answers]
    disputed = {fault.question for fault in faults}
    return tuple(
        Comparison(question, Verdict.DISAGREE if question in disputed else _weigh(positions), tuple(positions))
        for question, positions in table.items()
    )


def _weigh(positions: Sequence[Position]) -> Verdict:
    proved = [position.proved for position in positions if position.proved is not None]
    if len(set(proved)) > 1:
        return Verdict.DISAGREE
    return Verdict.AGREE if len(proved) > 1 else Verdict.INCONCLUSIVE


def _solvable(solver: str, count: Range) -> Position:
    if count.empty:
        return Position(solver, "contradicts itself")
    if count.high == 0:
        return Position(solver, "no", "no")
    return Position(solver, "yes", "yes") if count.low else Position(solver, "unknown")


def _unique(solver: str, count: Range) -> Position:
    if count.empty:
        return Position(solver, "contradicts itself")
    if count.high == 0:
        return Position(solver, "no solution", 0)
    if count.low is not None and count.low > 1:
        return Position(solver, "several", 2)
    return Position(solver, "unique", 1) if count.exact else Position(solver, "unknown")


def _count(solver: str, count: Range, limit: int) -> Position:
    if count.empty:
        return Position(solver, "contradicts itself")
    low = count.low or 0
    if low >= limit:
        return Position(solver, f"{limit:,} or more", limit)
    if count.exact:
        return Position(solver, f"{low:,}", low)
    return Position(solver, f"at least {low:,}") if low else Position(solver, "unknown")


def _set(solver: str, listing: Listing | None) -> Position:
    if listing is None:
        return Position(solver, "unknown")
    solutions = frozenset(listing.solutions)
    if listing.complete:
        return Position(solver, f"{len(solutions):,} listed", solutions)
    return Position(solver, f"{len(solutions):,} listed so far")


def _candidates(answer: Answers) -> Position:
    found = answer.found_candidates
    if found is None:
        return Position(answer.solver, "unknown")
    values = tuple(found.values.values())
    return Position(answer.solver, f"{sum(map(len, values)):,} in all", values)


def _ranking(answer: Answers) -> Position:
    ranked = answer.ranked
    if ranked is None or ranked.status is Status.LIMIT:
        return Position(answer.solver, "unknown")
    return Position(answer.solver, " ".join(map(str, ranked.objectives)) or "none", ranked.objectives)


def _best(answer: Answers) -> Position:
    solve = answer.results.get("solve")
    if solve is None:
        return Position(answer.solver, "unknown")
    if solve.status is Status.INFEASIBLE:
        return Position(answer.solver, "none", "none")
    if solve.status is Status.OPTIMAL:
        return Position(answer.solver, str(solve.objective), solve.objective)
    known = "unknown" if solve.objective is None else f"{solve.objective} so far"
    return Position(answer.solver, known if solve.bound is None else f"{known}, bound {solve.bound}")
