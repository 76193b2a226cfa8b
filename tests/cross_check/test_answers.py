"""What the answers of a solver, or of another program, amount to."""

from __future__ import annotations

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.cross_check import Answers, Failure, Listing
from sudoku_cp.cross_check.external import ParsedAnswer
from sudoku_cp.model.answers import Candidates, Result, Statistics, Status

SUDOKU = Sudoku(1)
ONE = Result("engine", Status.COMPLETE, count=1, statistics=Statistics(1, 10, 0.5))
FAILED = Failure("it cannot express the model")
LISTING = Listing(Status.COMPLETE, ((1,), (2,), (1,)), Statistics(2, 20, 0.25))
BEST = Listing(Status.LIMIT, ((3,), (2,)), Statistics(4, 40, 0.125))


def candidates(status: Status) -> Candidates:
    return Candidates("engine", status, {SUDOKU[1, 1]: (1,)}, Statistics(8, 80, 1.0))


def test_failures_are_no_answers() -> None:
    answers = Answers("engine", ONE, FAILED, FAILED, FAILED, None, FAILED, FAILED)
    assert (answers.listed, answers.best_listed, answers.found_candidates, answers.ranked) == (None,) * 4
    assert answers.results == {"solve": ONE}
    assert answers.solutions == ()
    assert answers.statistics == ONE.statistics


def test_solutions_and_costs_of_all_answers() -> None:
    known = candidates(Status.COMPLETE)
    answers = Answers("engine", ONE, ONE, LISTING, BEST, None, known)
    assert (answers.listed, answers.best_listed, answers.found_candidates) == (LISTING, BEST, known)
    assert answers.solutions == ((1,), (2,), (3,))
    assert answers.statistics == Statistics(16, 160, 2.375)


@pytest.mark.parametrize("status", list(Status))
def test_candidates_of_a_search_that_was_cut_short_are_not_all(status: Status) -> None:
    found = candidates(status)
    expected = None if status is Status.LIMIT else found
    assert Answers("engine", ONE, ONE, candidates=found).found_candidates is expected


@pytest.mark.parametrize(
    ("answer", "understood"),
    [
        (ParsedAnswer(), False),
        (ParsedAnswer(text="Sudoku solver 1.0", unclear="a greeting"), False),
        (ParsedAnswer(solutions=((1, 2),)), True),
        (ParsedAnswer(number=0), True),
        (ParsedAnswer(denied=True), True),
        (ParsedAnswer(gave_up=True), True),
        (ParsedAnswer(failed="exit code 1"), True),
    ],
)
def test_what_answers_anything_about_a_puzzle(answer: ParsedAnswer, understood: bool) -> None:
    assert answer.understood is understood
