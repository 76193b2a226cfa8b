"""Comparison of answers, question by question, and detection of faults.

A fault is a wrong answer. Answers are compared with the model's meaning and with each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from sudoku_cp.cross_check.answers import Answers, ClaimedRange, Listing, Range, best_claim, count_claims, meet
from sudoku_cp.model import Cell, Model
from sudoku_cp.model.answers import Status, Verdict

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
        words = ", then ".join(map(str, solve.scores or (solve.objective,)))
        return Position(answer.solver, words, solve.scores or solve.objective)
    known = "unknown" if solve.objective is None else f"{solve.objective} so far"
    return Position(answer.solver, known if solve.bound is None else f"{known}, bound {solve.bound}")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The solutions that the solvers gave, classified by the model's constraints."""

    valid: Mapping[Values, str]
    """Solutions that break no constraint, and the solver that gave each first."""
    broken: Mapping[Values, str]
    """Solutions that break a constraint, and the violation."""
    scores: Mapping[Values, int]
    """The score of each valid solution, if there is an objective."""


def weigh(model: Model, givens: Mapping[Cell, int], answers: Iterable[Answers]) -> Evidence:
    """Check every solution with `Model.violations`."""
    valid: dict[Values, str] = {}
    broken: dict[Values, str] = {}
    for answer in answers:
        for values in answer.solutions:
            if values in valid or values in broken:
                continue
            violations = model.violations(values, givens)
            if violations:
                broken[values] = str(violations[0])
            else:
                valid[values] = answer.solver
    objective = model.objective
    scores = (
        {}
        if objective is None
        else {values: objective.value(dict(zip(model.cells, values, strict=True))) for values in valid}
    )
    return Evidence(valid, broken, scores)


def find_faults(model: Model, answers: Sequence[Answers], evidence: Evidence) -> tuple[Fault, ...]:
    """Find the faults, each with the guilty solver if the evidence identifies it.

    A solution that breaks no constraint convicts every solver that denies it, whichever solver found it. If no
    solution decides, as with two different counts that are too large to list the solutions, a third solver decides;
    without one, the fault has no guilty solver.
    """
    faults: list[Fault] = []
    for answer in answers:
        faults += _unsound(answer)
        faults += _broken_solutions(answer, evidence)
        faults += _repetitions(answer)
        faults += _denials(answer, evidence)
        faults += _lost_solutions(answer, evidence)
        faults += _best_values(model, answer, evidence)
        faults += _lost_optima(model, answer, evidence)
        faults += _lost_ranks(model, answer, evidence)
        faults += _lost_candidates(model, answer, evidence)
    guilty = {fault.solver for fault in faults}
    faults += _contradictions([answer for answer in answers if answer.solver not in guilty], model)
    for answer in answers:
        if answer.solver not in guilty:
            faults += _stray_candidates(model, answer)
    guilty = {fault.solver for fault in faults}
    faults += _disputed_candidates([answer for answer in answers if answer.solver not in guilty], model)
    return tuple(faults)


def _unsound(answer: Answers) -> Iterator[Fault]:
    questions = {"count": Question.COUNT, "solutions": Question.SET, "best solutions": Question.OPTIMA}
    for call, failure in answer.failures.items():
        if failure.unsound or failure.crashed:
            kind = FaultKind.FAILED if failure.crashed else FaultKind.WRONG
            yield Fault(questions.get(call, Question.SOLVABLE), answer.solver, kind, f"{call}: {failure.message}")


def _broken_solutions(answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    for values in answer.solutions:
        if values in evidence.broken:
            reason = f"its solution is wrong: {evidence.broken[values]}"
            yield Fault(Question.SOLVABLE, answer.solver, FaultKind.WRONG, reason, values)
            return


def _repetitions(answer: Answers) -> Iterator[Fault]:
    for question, listing in ((Question.SET, answer.listed), (Question.OPTIMA, answer.best_listed)):
        seen: set[Values] = set()
        for values in listing.solutions if listing else ():
            if values in seen:
                yield Fault(question, answer.solver, FaultKind.REPEATED, "it lists a solution twice", values)
                return
            seen.add(values)


def _denials(answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    claims = list(count_claims(answer))
    for claim in claims:
        high = claim.range.high
        if high is not None and high < len(evidence.valid):
            witness = _unknown_to(answer, evidence)
            finder = evidence.valid[witness]
            proof = (
                f"{finder} has one that breaks no constraint"
                if high == 0
                else f"the solvers gave {len(evidence.valid)} different ones that break no constraint"
            )
            reason = f"{claim.words}, but {proof}"
            yield Fault(_count_question(claim), answer.solver, FaultKind.LOST, reason, witness)
            return
    if meet(claims).empty:
        words = "; ".join(claim.words for claim in claims)
        yield Fault(Question.COUNT, answer.solver, FaultKind.MISCOUNTED, f"it contradicts itself: {words}")


def _count_question(claim: ClaimedRange) -> Question:
    return Question.SOLVABLE if claim.range.high == 0 else Question.COUNT


def _unknown_to(answer: Answers, evidence: Evidence) -> Values:
    own = set(answer.solutions)
    return next((values for values in evidence.valid if values not in own), next(iter(evidence.valid)))


def _lost_solutions(answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    if answer.listed is None or not answer.listed.complete:
        return
    listed = set(answer.listed.solutions)
    lost = [values for values in evidence.valid if values not in listed]
    if lost:
        reason = f"its list lacks {len(lost)} of {len(evidence.valid)} solutions; {evidence.valid[lost[0]]} gave one"
        yield Fault(Question.SET, answer.solver, FaultKind.LOST, reason, lost[0])


def _best_values(model: Model, answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    solve = answer.results.get("solve")
    objective = model.objective
    if solve is None or objective is None:
        return
    if solve.solution is not None:
        score = objective.value(solve.solution)
        if solve.objective != score:
            reason = f"it says {solve.objective} of a solution whose value is {score}"
            yield Fault(Question.BEST, answer.solver, FaultKind.VALUE, reason, solve.solution.values_in_order)
            return
    claim = best_claim(solve, objective)
    if claim.range.empty:
        reason = f"its value is better than its own bound ({claim.words})"
        yield Fault(Question.BEST, answer.solver, FaultKind.VALUE, reason)
        return
    if claim.range.high is None or not evidence.valid:
        return
    scores = evidence.scores
    best = max(scores, key=lambda values: objective.gain(scores[values]))
    if objective.gain(scores[best]) > claim.range.high:
        reason = f"{claim.words}, but {evidence.valid[best]} has a solution of value {scores[best]}"
        yield Fault(Question.BEST, answer.solver, FaultKind.VALUE, reason, best)


def _lost_optima(model: Model, answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    listing, objective = answer.best_listed, model.objective
    if listing is None or not listing.complete or objective is None:
        return
    listed = set(listing.solutions)
    lost = [values for values in evidence.valid if values not in listed]
    worst = {evidence.scores[values] for values in listing.solutions if values in evidence.valid}
    for values in lost:
        score = evidence.scores[values]
        if not worst or not any(objective.better(other, score) for other in worst):
            reason = f"its list of best solutions lacks one of value {score}; {evidence.valid[values]} gave it"
            yield Fault(Question.OPTIMA, answer.solver, FaultKind.LOST, reason, values)
            return


def _lost_ranks(model: Model, answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    ranked, objective = answer.ranked, model.objective
    if ranked is None or ranked.status is Status.LIMIT or objective is None:
        return
    named = {solution.values_in_order for solution in ranked.solutions}
    for values in evidence.valid:
        score = evidence.scores[values]
        is_full = ranked.status is Status.OPTIMAL
        if values not in named and not (is_full and not objective.better(score, ranked.objectives[-1])):
            reason = f"its ranking lacks a solution of value {score}; {evidence.valid[values]} gave it"
            yield Fault(Question.RANKING, answer.solver, FaultKind.LOST, reason, values)
            return


def _lost_candidates(model: Model, answer: Answers, evidence: Evidence) -> Iterator[Fault]:
    found = answer.found_candidates
    if found is None:
        return
    for values, finder in evidence.valid.items():
        for cell, value in zip(model.cells, values, strict=True):
            if value not in found.values[cell]:
                reason = f"its candidates lack {cell.name}={value}, which is in a solution of {finder}"
                yield Fault(Question.CANDIDATES, answer.solver, FaultKind.LOST, reason, values)
                return


def _stray_candidates(model: Model, answer: Answers) -> Iterator[Fault]:
    """Candidates that occur in none of the solver's own complete list of solutions."""
    found = answer.found_candidates
    if found is None or answer.listed is None or not answer.listed.complete:
        return
    listed = {cell: {values[cell.index] for values in answer.listed.solutions} for cell in model.cells}
    for cell in model.cells:
        if set(found.values[cell]) - listed[cell]:
            stray = min(set(found.values[cell]) - listed[cell])
            reason = f"its candidates include {cell.name}={stray}, which is in none of its complete list of solutions"
            yield Fault(Question.CANDIDATES, answer.solver, FaultKind.CANDIDATES, reason)
            return


def _disputed_candidates(answers: Sequence[Answers], model: Model) -> Iterator[Fault]:
    """The solver whose candidates differ from the majority; without a majority, no solver is guilty."""
    sides: dict[tuple[tuple[int, ...], ...], list[str]] = {}
    for answer in answers:
        if answer.found_candidates is not None:
            said = tuple(answer.found_candidates.values[cell] for cell in model.cells)
            sides.setdefault(said, []).append(answer.solver)
    if len(sides) < 2:
        return
    (most, right), (second, others), *_ = sorted(sides.items(), key=lambda side: -len(side[1]))
    cell = next(cell for cell in model.cells if most[cell.index] != second[cell.index])
    says = (f"{' and '.join(who)} say {cell.name} is one of {said[cell.index]}" for said, who in sides.items())
    guilty = others[0] if len(right) > len(others) else None
    yield Fault(Question.CANDIDATES, guilty, FaultKind.CANDIDATES, "; ".join(says))


def _contradictions(answers: Sequence[Answers], model: Model) -> Iterator[Fault]:
    for one, other in combinations(answers, 2):
        ours, theirs = list(count_claims(one)), list(count_claims(other))
        if meet(ours + theirs).empty:
            reason = f"{_summary(one, ours)}, {_summary(other, theirs)}"
            question = Question.SOLVABLE if 0 in (meet(ours).high, meet(theirs).high) else Question.COUNT
            outvoted, words = _outvoted(one, other, answers)
            yield Fault(question, outvoted, FaultKind.MISCOUNTED, f"{reason}; {words}")
        if model.objective is None or "solve" not in one.results or "solve" not in other.results:
            continue
        claims = [best_claim(answer.results["solve"], model.objective) for answer in (one, other)]
        decided = Status.INFEASIBLE not in (one.results["solve"].status, other.results["solve"].status)
        if decided and meet(claims).empty:
            reason = f"{_summary(one, claims[:1])}, {_summary(other, claims[1:])}; neither shows a solution"
            yield Fault(Question.BEST, None, FaultKind.VALUE, reason)


def _outvoted(one: Answers, other: Answers, answers: Sequence[Answers]) -> tuple[str | None, str]:
    """The one of two contradicting solvers that has a third against it and none on its side, with a reason."""

    def goes_with(third: Answers, side: Answers) -> bool:
        return not meet([*count_claims(third), *count_claims(side)]).empty

    thirds = [answer for answer in answers if answer is not one and answer is not other]
    for guilty, right in ((one, other), (other, one)):
        against = [third.solver for third in thirds if goes_with(third, right) and not goes_with(third, guilty)]
        with_it = [third.solver for third in thirds if goes_with(third, guilty) and not goes_with(third, right)]
        if against and not with_it:
            return guilty.solver, f"{' and '.join(against)} sides with {right.solver}"
    return None, "the given solutions do not show which one is wrong"


def _summary(answer: Answers, claims: Sequence[ClaimedRange]) -> str:
    return f"{answer.solver} says {' and '.join(claim.words for claim in claims)}"
