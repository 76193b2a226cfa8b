"""Fabricated answers: what follows from them, with nobody asked."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check import Answers, Failure, FaultKind, Listing, Question, Report, Verdict, make_report
from sudoku_cp.model.answers import Result, Statistics, Status

ONE = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
OTHER = (1, 2, 3, 4, 3, 4, 1, 2, 4, 1, 2, 3, 2, 3, 4, 1)
BROKEN = (1,) * 16


@pytest.fixture
def model() -> Sudoku:
    sudoku = Sudoku(4, name="empty")
    sudoku.maximize(sudoku["r3c1"] + 10)
    return sudoku


def counted(solver: str, count: int, status: Status = Status.COMPLETE, listing: Listing | None = None) -> Answers:
    return Answers(solver, Failure("not asked"), Result(solver, status, None, count), listing)


def scored(solver: str, model: Sudoku, values: Sequence[int] | None, status: Status, **result: int | None) -> Answers:
    solution = None if values is None else model.solution(values)
    return Answers(solver, Result(solver, status, solution, **result), Failure("not asked"))  # type: ignore[arg-type]


def report(model: Sudoku, *answers: Answers, count_limit: int = 1000) -> Report:
    return make_report(model, {}, answers, count_limit)


def test_at_least_so_many_against_exactly_fewer(model: Sudoku) -> None:
    outcome = report(model, counted("a", 1000, Status.LIMIT), counted("b", 999))
    assert outcome.verdict is Verdict.DISAGREE
    [fault] = outcome.faults
    assert (fault.question, fault.solver) == (Question.COUNT, None)
    assert "a says count: at least 1000" in fault.reason
    assert "b says count: exactly 999" in fault.reason


@pytest.mark.parametrize(("found", "exact"), [(1000, 1000), (1000, 1200), (7, 9), (0, 0)])
def test_at_least_so_many_against_as_many_or_more(model: Sudoku, found: int, exact: int) -> None:
    outcome = report(model, counted("a", found, Status.LIMIT), counted("b", exact))
    assert outcome.verdict is not Verdict.DISAGREE
    count = next(c for c in outcome.comparisons if c.question is Question.COUNT)
    assert count.verdict is (Verdict.AGREE if found >= 1000 else Verdict.INCONCLUSIVE)


def test_what_breaks_one_constraint_is_no_evidence(model: Sudoku) -> None:
    model.add(model["r1c1"] > 1)
    solve = Result("a", Status.SOLVED, model.solution(ONE), 1)
    outcome = report(model, Answers("a", solve, Failure("not asked")), counted("b", 0, Status.INFEASIBLE))
    assert len(model.violations(ONE)) == 1
    assert (outcome.solution, {fault.solver for fault in outcome.faults}) == (None, {"a"})
    assert FaultKind.WRONG in {fault.kind for fault in outcome.faults}


def test_each_question_that_is_answered_differently_is_in_dispute(model: Sudoku) -> None:
    outcome = report(model, counted("a", 1), counted("b", 2))
    verdicts = {comparison.question: comparison.verdict for comparison in outcome.comparisons}
    assert verdicts[Question.UNIQUE] is verdicts[Question.COUNT] is Verdict.DISAGREE
    assert verdicts[Question.SOLVABLE] is Verdict.AGREE


def test_a_third_solver_decides(model: Sudoku) -> None:
    outcome = report(model, counted("a", 5), counted("b", 6), counted("c", 6))
    assert {fault.solver for fault in outcome.faults} == {"a"}
    assert "c sides with b" in outcome.faults[0].reason
    split = report(model, counted("a", 5), counted("b", 6), counted("c", 6), counted("d", 5))
    assert {fault.solver for fault in split.faults} == {None}


def test_two_that_differ_disagree_although_a_third_is_inconclusive(model: Sudoku) -> None:
    outcome = report(model, counted("a", 5), counted("b", 0, Status.LIMIT), counted("c", 6))
    assert outcome.verdict is Verdict.DISAGREE
    assert [fault.solver for fault in outcome.faults] == [None]


def test_denial_without_a_witness_convicts_nobody(model: Sudoku) -> None:
    outcome = report(model, counted("a", 0, Status.INFEASIBLE), counted("b", 3))
    [fault] = outcome.faults
    assert (fault.question, fault.solver) == (Question.SOLVABLE, None)
    assert outcome.solvable is None


def test_a_solver_that_contradicts_itself(model: Sudoku) -> None:
    listing = Listing(Status.COMPLETE, (ONE, OTHER))
    outcome = report(model, counted("a", 3, listing=listing), counted("b", 2, listing=listing))
    [fault] = outcome.faults
    assert (fault.question, fault.solver) == (Question.COUNT, "a")
    assert "contradicts itself: count: exactly 3; solutions: all 2 listed" in fault.reason


def test_a_broken_solution_convicts_its_finder_and_not_who_denies_it(model: Sudoku) -> None:
    listing = Listing(Status.COMPLETE, (ONE, BROKEN))
    outcome = report(model, counted("a", 2, listing=listing), counted("b", 1, listing=Listing(Status.COMPLETE, (ONE,))))
    assert {fault.solver for fault in outcome.faults} == {"a"}
    assert outcome.faults[0].solution == BROKEN
    assert "row 1 is broken" in outcome.faults[0].reason


def test_partial_lists_convict_too(model: Sudoku) -> None:
    complete, partial = Listing(Status.COMPLETE, (ONE,)), Listing(Status.LIMIT, (OTHER,))
    outcome = report(model, counted("a", 1, listing=complete), counted("b", 1, Status.LIMIT, partial))
    assert {(fault.question, fault.solver) for fault in outcome.faults} == {
        (Question.COUNT, "a"),
        (Question.SET, "a"),
    }


def test_a_misreported_value(model: Sudoku) -> None:
    outcome = report(model, scored("a", model, ONE, Status.OPTIMAL, objective=13, bound=13))
    assert [(fault.question, fault.solver) for fault in outcome.faults] == [(Question.BEST, "a")]
    assert outcome.faults[0].reason == "it says 13 of a solution whose value is 12"


def test_best_values(model: Sudoku) -> None:
    best = scored("a", model, OTHER, Status.OPTIMAL, objective=14, bound=14)
    worse = scored("b", model, ONE, Status.OPTIMAL, objective=12, bound=12)
    assert [fault.solver for fault in report(model, best, worse).faults] == ["b"]
    late = scored("b", model, ONE, Status.LIMIT, objective=12, bound=20)
    open_question = report(model, best, late)
    assert open_question.faults == ()
    assert "best value: not proved by b" in open_question.reasons
    impossible = scored("b", model, None, Status.LIMIT, objective=None, bound=13)
    assert [fault.solver for fault in report(model, best, impossible).faults] == ["b"]
    absurd = scored("b", model, OTHER, Status.LIMIT, objective=14, bound=13)
    assert [fault.reason for fault in report(model, absurd).faults] == [
        "its value is better than its own bound (solve: best so far 14, bound 13)"
    ]


def test_best_values_without_solutions_convict_nobody(model: Sudoku) -> None:
    answers = [scored(name, model, None, Status.OPTIMAL, objective=value) for name, value in (("a", 14), ("b", 12))]
    outcome = report(model, *answers)
    assert (Question.BEST, None) in {(fault.question, fault.solver) for fault in outcome.faults}


def test_unsound_answers_are_faults_and_refusals_are_not(model: Sudoku) -> None:
    unsound = Answers("a", Failure("wrong solution", unsound=True), Failure("wrong solution", unsound=True))
    refused = Answers("b", Failure("too hard"), Failure("too hard"))
    outcome = report(model, unsound, refused)
    assert outcome.verdict is Verdict.DISAGREE
    assert [(fault.question, fault.solver) for fault in outcome.faults] == [
        (Question.SOLVABLE, "a"),
        (Question.COUNT, "a"),
    ]
    assert report(model, refused).verdict is Verdict.INCONCLUSIVE
    assert report(model, refused).reasons[0] == "b: too hard"


def test_text_shows_the_answers_side_by_side(model: Sudoku) -> None:
    listing = Listing(Status.COMPLETE, (OTHER,), Statistics(10, 0, 0.0005))

    def answers(solver: str) -> Answers:
        solution = model.solution(OTHER)
        solve = Result(solver, Status.OPTIMAL, solution, 1, 14, 14, Statistics(1000, 0, 2))
        return Answers(solver, solve, Result(solver, Status.COMPLETE, solution, 1), listing)

    text = str(report(model, answers("left"), answers("right-hand")))
    assert text == "\n".join(
        [
            "                     left      right-hand",
            "solve                optimal   optimal",
            "count                complete  complete",
            "solvable             yes       yes         agree",
            "unique               unique    unique      agree",
            "number of solutions  1         1           agree",
            "set of solutions     1 listed  1 listed    agree",
            "best value           14        14          agree",
            "bound                14        14",
            "nodes                1,010     1,010",
            "time                 2.00 s    2.00 s",
            "",
            "verdict: agree",
        ]
    )


def test_json(model: Sudoku) -> None:
    outcome = report(model, counted("a", 2, listing=Listing(Status.COMPLETE, (ONE, OTHER))), counted("b", 1))
    data = json.loads(json.dumps(outcome.as_dict()))
    assert data["verdict"] == "disagree"
    assert data["solution"] == list(OTHER)
    assert data["objective"] == 14
    assert data["questions"]["number of solutions"] == {"verdict": "disagree", "answers": {"a": "2", "b": "1"}}
    assert data["solvers"]["b"]["count"] == {"status": "complete", "count": 1, "objective": None, "bound": None}
    assert data["solvers"]["a"]["solutions"] == {"status": "complete", "count": 2}
    assert data["faults"][0]["solver"] == "b"
    assert data["faults"][0]["solution"] in (list(ONE), list(OTHER))
