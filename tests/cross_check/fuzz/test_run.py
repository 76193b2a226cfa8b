"""A case that brings its process down is a finding, and the run goes on."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from sudoku_cp import Model
from sudoku_cp.backends.exact_cover.program import ExactCoverProgram
from sudoku_cp.cross_check import FaultKind, Report, Verdict
from sudoku_cp.cross_check.fuzz import run
from sudoku_cp.cross_check.fuzz.cases import random_case
from sudoku_cp.cross_check.fuzz.findings import ask
from sudoku_cp.cross_check.fuzz.plan import Plan
from sudoku_cp.cross_check.fuzz.run import run_cases
from sudoku_cp.cross_check.source_text import python_source

PLAN = Plan(backends=("exact-cover",), sizes=(2,), rules=("killer", "thermo"))


def test_cases_come_in_order() -> None:
    outcomes = list(run_cases(PLAN, 25, 2, lambda: False))
    assert [outcome.number for outcome in outcomes] == list(range(25))
    assert {outcome.verdict for outcome in outcomes} == {Verdict.AGREE}


def test_it_ends_when_told() -> None:
    assert list(run_cases(PLAN, None, 1, lambda: True)) == []


def test_a_process_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    case = random_case(PLAN.seed, 3, PLAN.rules, PLAN.sizes)
    deadly = python_source(case.model, case.model.givens, ())

    def ask_or_die(model: Model, backends: Sequence[str]) -> Report:
        if python_source(model, model.givens, ()) == deadly:
            os._exit(11)
        return ask(model, backends)

    monkeypatch.setattr(run, "ask", ask_or_die)
    outcomes = list(run_cases(PLAN, 12, 1, lambda: False))
    assert [outcome.number for outcome in outcomes] == list(range(12))
    broken = {outcome.number: outcome.findings for outcome in outcomes if outcome.findings}
    assert 3 in broken
    [finding] = broken[3]
    assert (finding.kind, finding.backend) == (FaultKind.FAILED, None)
    assert finding.reason == "case 3: the process of exact-cover, brute-force died"


def test_a_fault_of_a_backend_is_told_once_whatever_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(self: object, *arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(ExactCoverProgram, "_candidates", break_down)
    monkeypatch.setattr(run, "backends_of", lambda plan, case: ("exact-cover", "exact-cover+batch", "brute-force"))
    outcome = run.examine(PLAN, 3)
    assert [(finding.backend, finding.kind) for finding in outcome.findings] == [("exact-cover", FaultKind.FAILED)]
    assert any(row[0] == "candidates" for row in outcome.findings[0].rows)
