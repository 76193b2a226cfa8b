"""The report of a cross-check, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sudoku_cp._base.arguments import checked, each, integer, mapped, of_type
from sudoku_cp.cross_check.answers import Answers, Range, count_claims, meet
from sudoku_cp.cross_check.comparison import Comparison, Fault, Question, compare, find_faults, weigh
from sudoku_cp.model import Cell, Model, Objective, Ranking, Result, Solution
from sudoku_cp.model.answers import Verdict, duration
from sudoku_cp.render.notebook import paragraph, side_by_side, table
from sudoku_cp.solving.stages import composed_target


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The answers of the solvers about one puzzle, question by question, with the faults."""

    model: Model
    """The model that the solvers were asked about."""
    givens: Mapping[Cell, int]
    """Its fixed values."""
    answers: tuple[Answers, ...]
    """The answers of each solver."""
    comparisons: tuple[Comparison, ...]
    """The verdict on each question."""
    faults: tuple[Fault, ...]
    """The wrong answers."""
    solution: Solution | None
    """A solution that breaks no constraint, the best known one with an objective; None if none is known."""

    @property
    def verdict(self) -> Verdict:
        """The overall verdict: any fault makes a disagreement, any open question makes it inconclusive."""
        verdicts = {comparison.verdict for comparison in self.comparisons}
        if self.faults or Verdict.DISAGREE in verdicts:
            return Verdict.DISAGREE
        return Verdict.INCONCLUSIVE if Verdict.INCONCLUSIVE in verdicts else Verdict.AGREE

    @property
    def objective(self) -> int | None:
        """The value of ``solution``, if there is an objective."""
        if self.solution is None or self.model.objective is None:
            return None
        return self.model.objective.value(self.solution)

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution: True if one is known, False if there is provably and undisputedly none."""
        if self.solution is not None:
            return True
        table = {comparison.question: comparison for comparison in self.comparisons}
        return False if table[Question.SOLVABLE].verdict is Verdict.AGREE else None

    @property
    def count(self) -> Range:
        """The range of the number of solutions that is consistent with all claims; empty if they contradict."""
        return meet(claim for answer in self.answers for claim in count_claims(answer))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why the verdict is not agreement: the faults, or else the missing proofs."""
        if self.faults:
            return tuple(
                f"{fault.solver} is wrong: {fault.reason}" if fault.solver else fault.reason for fault in self.faults
            )
        failures = [
            f"{answer.solver}: {message}"
            for answer in self.answers
            for message in dict.fromkeys(failure.message for failure in answer.failures.values())
        ]
        open_questions = [
            f"{comparison.question.value}: not proved by {_join(_unproved(comparison))}"
            for comparison in self.comparisons
            if comparison.verdict is Verdict.INCONCLUSIVE
        ]
        return tuple(failures + open_questions)

    def __str__(self) -> str:
        """A table of the answers side by side, followed by the verdict and its reasons."""
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        lines += ["", f"verdict: {self.verdict.value}"]
        return "\n".join(lines + [f"  {reason}" for reason in self.reasons])

    def __repr__(self) -> str:
        names = ", ".join(answer.solver for answer in self.answers)
        return f"<Report {self.model.name}: {self.verdict.value} ({names})>"

    def _repr_html_(self) -> str:
        """The table and the reasons next to a picture of the solution, or of the model if none is known."""
        picture = (self.model if self.solution is None else self.solution)._repr_svg_()
        words = [f"verdict: {self.verdict.value}", *self.reasons]
        return side_by_side(picture, table(self.rows()) + "".join(map(paragraph, words)))

    def rows(self) -> list[list[str]]:
        """The answers side by side: rows for questions, columns for solvers, and the verdict; headers first.

        Returns
        -------
        list
            Rows of strings, the header first.
        """
        rows = [["", *(answer.solver for answer in self.answers), ""]]
        for call in ("solve", "count"):
            results = [answer.results.get(call) for answer in self.answers]
            rows.append([call, *(result.status.value if result else "no answer" for result in results), ""])
        for comparison in self.comparisons:
            words = (position.words for position in comparison.positions)
            rows.append([comparison.question.value, *words, comparison.verdict.value])
        if self.model.objective is not None:
            bounds = [answer.results["solve"].bound if "solve" in answer.results else None for answer in self.answers]
            rows.append(["bound", *("" if bound is None else str(bound) for bound in bounds), ""])
        rows.append(["nodes", *(f"{answer.statistics.nodes:,}" for answer in self.answers), ""])
        rows.append(["time", *(duration(answer.statistics.seconds) for answer in self.answers), ""])
        return rows

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON; solutions are lists of values in cell order.

        Returns
        -------
        dict
            Strings, numbers, lists and dictionaries.
        """
        return {
            "verdict": self.verdict.value,
            "solution": None if self.solution is None else list(self.solution.values_in_order),
            "objective": self.objective,
            "questions": {
                comparison.question.value: {
                    "verdict": comparison.verdict.value,
                    "answers": {position.solver: position.words for position in comparison.positions},
                }
                for comparison in self.comparisons
            },
            "solvers": {answer.solver: _solver_dict(answer) for answer in self.answers},
            "faults": [
                {
                    "question": fault.question.value,
                    "solver": fault.solver,
                    "kind": fault.kind.value,
                    "reason": fault.reason,
                    "solution": None if fault.solution is None else list(fault.solution),
                }
                for fault in self.faults
            ],
            "reasons": list(self.reasons),
        }


@checked(
    model=of_type(Model, "a model"),
    givens=mapped("values by cell"),
    answers=each(of_type(Answers, "Answers"), "answers of solvers"),
    count_limit=integer,
)
def make_report(model: Model, givens: Mapping[Cell, int], answers: Sequence[Answers], count_limit: int) -> Report:
    """Judge the answers by comparing them with the model and each other, without asking further questions.

    Parameters
    ----------
    model
        The model that the solvers were asked about.
    givens
        The fixed values.
    answers
        The answers of the solvers.
    count_limit
        The number of solutions up to which they counted.

    Returns
    -------
    Report
        The answers with faults, comparisons and a verdict.
    """
    objective, judged = model.objective, list(answers)
    if objective is not None and objective.then is not None:
        several, objective = objective, objective.composed()
        judged = [_in_one_score(answer, several) for answer in answers]
    scored = model.with_objective(objective)
    evidence = weigh(scored, givens, judged)
    faults = find_faults(scored, judged, evidence)
    comparisons = compare(judged, faults, count_limit, scored=objective is not None)
    gain = (lambda values: 0) if objective is None else (lambda values: objective.gain(evidence.scores[values]))
    best = max(evidence.valid, key=gain, default=None)
    solution = None if best is None else model.solution(best)
    return Report(model, givens, tuple(answers), comparisons, faults, solution)


def _in_one_score(answer: Answers, objective: Objective) -> Answers:
    """Answers about several scores in terms of `Objective.composed`, in which faults are found like any others."""
    solve, ranking = answer.solve, answer.ranking
    if isinstance(solve, Result) and solve.scores:
        score = composed_target(objective, solve.scores)
        bound = composed_target(objective, solve.scores) if solve.bounds == solve.scores else None
        solve = replace(solve, objective=score, bound=bound)
    if isinstance(ranking, Ranking) and ranking.scores:
        ranking = replace(ranking, objectives=tuple([composed_target(objective, each) for each in ranking.scores]))
    return replace(answer, solve=solve, ranking=ranking)


def _solver_dict(answer: Answers) -> dict[str, Any]:
    calls = {
        call: {
            "status": result.status.value,
            "count": result.count,
            "objective": result.objective,
            "bound": result.bound,
            **({"scores": list(result.scores), "bounds": list(result.bounds)} if result.scores else {}),
        }
        for call, result in answer.results.items()
    }
    failures = {call: {"failure": failure.message} for call, failure in answer.failures.items()}
    listed = answer.listed
    listing = {} if listed is None else {"solutions": {"status": listed.status.value, "count": len(listed.solutions)}}
    return {
        **calls,
        **listing,
        **failures,
        "nodes": answer.statistics.nodes,
        "propagations": answer.statistics.propagations,
        "ms": round(answer.statistics.seconds * 1000, 3),
    }


def _unproved(comparison: Comparison) -> list[str]:
    return [position.solver for position in comparison.positions if position.proved is None]


def _join(names: Sequence[str]) -> str:
    return " and ".join(names)
