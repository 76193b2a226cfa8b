"""A limit that is reached while the puzzle of a document is compiled: the page answers as for a search."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import pytest

from sudoku_cp.formats.addresses import compress
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.page import live, puzzles, solving
from sudoku_cp.page.f_puzzles import answering as f_puzzles
from sudoku_cp.page.f_puzzles.answering import f_puzzles as answered
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import narrowed
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.lowered_model import LoweredModel

GRID = "1..............."
TEXT = f'size = 4\ngrid = "{GRID}"\n'
NUMBER = 72
"""The solutions of a 4×4 grid with one given: a quarter of all 288."""
SCORE = 'maximize = """\n0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"""\n'
"""The digit of r1c2 is the score."""
DIGITS = {f"r{row}c{column}": [1, 2, 3, 4] for row in range(1, 5) for column in range(1, 5)}


@pytest.fixture
def job() -> Job:
    return Job(Event(), lambda answer: None)


@pytest.fixture(autouse=True)
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Limits]:
    """Let the first compilation by the engine reach its limit, and note the limits of each."""
    usual, limits_taken = ExactCoverSolver.compile, list[Limits]()

    def compile_(self: ExactCoverSolver, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        limits_taken.append(limits)
        if len(limits_taken) == 1:
            raise CompilationStoppedError(f"exact-cover: the time limit was reached while {model.name} was compiled")
        return usual(self, model, limits)

    monkeypatch.setattr(ExactCoverSolver, "compile", compile_)
    puzzles._compiled.clear()
    f_puzzles._compiled.cache_clear()
    return limits_taken


@pytest.mark.parametrize(
    ("ask", "at_limit", "later"),
    [
        (live.status, {"verdict": "unknown", "count": 0, "exact": False}, {"verdict": "several", "count": NUMBER}),
        (lambda job, text: live.candidates(job, text, 8), {"complete": False}, {"complete": True}),
        (solving.solve, {"words": "stopped", "solution": None}, {"words": "a solution"}),
        (solving.next, {"words": "stopped", "solution": None}, {"words": "solution 1"}),
        (solving.count, {"words": "at least 0 solutions"}, {"words": f"{NUMBER} solutions", "count": NUMBER}),
        (
            lambda job, text: solving.best(job, text + SCORE),
            {"words": "stopped before the first solution", "solution": None},
            {"words": "the best score is 4", "score": 4},
        ),
    ],
    ids=["status", "candidates", "solve", "next", "count", "best"],
)
def test_a_limit_while_compiling_is_the_answer(
    job: Job,
    taken: list[Limits],
    ask: Callable[[Job, str], dict[str, Any]],
    at_limit: dict[str, Any],
    later: dict[str, Any],
) -> None:
    assert ask(job, TEXT).items() >= at_limit.items()
    assert ask(job, TEXT).items() >= later.items()  # what was not compiled is not kept
    assert len(taken) == 2
    assert all(limits.cancel is job.cancel for limits in taken)


def test_an_estimate_without_time(job: Job, taken: list[Limits]) -> None:
    assert live.estimate(job, TEXT) == {}
    assert live.estimate(job, TEXT)["estimate"] > 0


def test_questions_that_are_always_asked_have_a_time_limit(job: Job, taken: list[Limits]) -> None:
    for ask in (live.status, partial(live.candidates, cap=1), live.estimate):
        puzzles._compiled.clear()
        ask(job, TEXT)
    for limits, most in zip(taken, (live.SECONDS, live.SECONDS, live.ESTIMATE_SECONDS), strict=True):
        assert limits.seconds is not None
        assert limits.seconds <= most


def test_a_stricter_document_is_compiled_in_time(job: Job, taken: list[Limits]) -> None:
    """Both compilations, with all candidates and with the known ones, have the limits of the question."""
    values = {name: list(digits) for name, digits in DIGITS.items()}
    limits = Limits(seconds=100.0, cancel=job.cancel)
    puzzle, left = narrowed(TEXT, limits, [{"text": "size = 4\n", "values": values, "seconds": 1.0}])
    assert puzzle is not None
    assert puzzle.compiled.count(None, puzzle.givens, left).count == NUMBER
    seconds = [each.seconds for each in (limits, *taken, left)]
    assert len(seconds) == 4
    assert None not in seconds
    assert seconds == sorted(seconds, key=lambda each: -(each or 0.0))


@pytest.mark.parametrize("command", ["count", "check"])
def test_a_question_of_the_user_script_can_be_cancelled_while_compiling(
    job: Job, taken: list[Limits], command: str
) -> None:
    cells = [{"value": int(mark), "given": True} if mark != "." else {} for mark in GRID]
    data = compress(json.dumps({"size": 4, "grid": [cells[at : at + 4] for at in range(0, 16, 4)]}))
    assert answered(job, command, data)["count"] == 0
    assert answered(job, command, data)["count"] == {"count": NUMBER, "check": 2}[command]
    assert [limits.cancel for limits in taken] == [job.cancel] * 2
