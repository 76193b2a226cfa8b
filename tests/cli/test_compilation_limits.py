"""A limit that is reached while a model is compiled: the same records and exit codes as in a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solving.compiling import CompilationStoppedError
from sudoku_cp.solving.lowered_model import LoweredModel

GRID = "1..............."


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each compilation by the engine reach its limit."""

    def compile_(self: ExactCoverSolver, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        raise CompilationStoppedError(f"exact-cover: the time limit was reached while {model.name} was compiled")

    monkeypatch.setattr(ExactCoverSolver, "compile", compile_)


@pytest.mark.parametrize("command", [("solve",), ("solve", "--all"), ("count",), ("candidates",)])
@pytest.mark.parametrize("form", ["jsonl", "line", "text"])
@pytest.mark.usefixtures("stopped")
def test_a_limit_while_compiling_is_the_answer(run: Callable[..., Any], command: tuple[str, ...], form: str) -> None:
    outcome = run(*command, GRID, "--time-limit", 5, "--format", form)
    assert (outcome.code, outcome.err) == (3, "")
    if form == "jsonl":
        (record,) = outcome.records
        assert record["status"] == "limit"
        assert record.get("solution") is None


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize("form", ["jsonl", "line", "text"])
def test_a_check_whose_solver_was_not_compiled_in_time(run: Callable[..., Any], form: str) -> None:
    outcome = run("check", GRID, "--time-limit", 5, "--format", form)
    assert outcome.code == 3
    assert "the time limit was reached while" in outcome.out
    if form == "jsonl":
        assert outcome.records[0]["verdict"] == "inconclusive"


def test_a_model_that_was_not_compiled_in_time_is_compiled_again(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, calls = ExactCoverSolver.compile, []

    def compile_(self: ExactCoverSolver, model: Model, limits: Limits = NO_LIMITS) -> LoweredModel:
        calls.append(model)
        if len(calls) == 1:
            raise CompilationStoppedError("exact-cover: the time limit was reached")
        return usual(self, model, limits)

    monkeypatch.setattr(ExactCoverSolver, "compile", compile_)
    outcome = run("count", stdin=f"{GRID}\n{GRID}\n")
    assert outcome.code == 3
    assert [(record["status"], record["count"]) for record in outcome.records] == [("limit", 0), ("complete", 72)]
