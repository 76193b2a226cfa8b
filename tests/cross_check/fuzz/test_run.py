"""A case that brings its process down is a finding, and the run goes on."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest

from sudoku_cp import Model
from sudoku_cp.cross_check import FaultKind, Report, Verdict
from sudoku_cp.cross_check.fuzz import run
from sudoku_cp.cross_check.fuzz.cases import Plan, random_case
from sudoku_cp.cross_check.fuzz.run import run_cases
from sudoku_cp.kernel import Linear
from sudoku_cp.model.answers import Candidates
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover

_CANDIDATES = CompiledExactCover._candidates

PLAN = Plan(solvers=("exact-cover",), sizes=(2,), rules=("killer", "thermo"))


def test_cases_come_in_order() -> None:
    outcomes = list(run_cases(PLAN, 25, 2, lambda: False))
    assert [outcome.number for outcome in outcomes] == list(range(25))
    assert {outcome.verdict for outcome in outcomes} == {Verdict.AGREE}


def test_it_ends_when_told() -> None:
    assert list(run_cases(PLAN, None, 1, lambda: True)) == []


def _dies_of_sums(self: CompiledExactCover, *arguments: Any) -> Candidates:
    if any(isinstance(constraint, Linear) for constraint in self.model.constraints):
        os._exit(11)
    return _CANDIDATES(self, *arguments)


@pytest.mark.slow
def test_a_process_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledExactCover, "_candidates", _dies_of_sums)
    outcomes = list(run_cases(PLAN, 12, 1, lambda: False))
    assert [outcome.number for outcome in outcomes] == list(range(12))
    deadly = {
        number
        for number in range(12)
        if any(
            isinstance(constraint, Linear)
            for constraint in random_case(PLAN.seed, number, PLAN.rules, PLAN.sizes).model.constraints
        )
    }
    assert {outcome.number for outcome in outcomes if outcome.findings} == deadly != set()
    for number in deadly:
        [finding] = outcomes[number].findings
        assert (finding.kind, finding.solver) == (FaultKind.FAILED, "exact-cover")
        assert finding.constraints == ("Linear",)
        assert finding.reason == f"case {number}: the process died"
        assert finding.python.count("model.add(") == 1


def test_what_nobody_expects_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(model: Model, solvers: Sequence[str]) -> Report:
        raise RuntimeError("out of order")

    monkeypatch.setattr(run, "ask", break_down)
    [outcome] = run_cases(PLAN, 1, 1, lambda: False)
    [finding] = outcome.findings
    assert (finding.kind, finding.solver) == (FaultKind.FAILED, None)
    assert finding.reason == "case 0: RuntimeError: out of order"


TIMEOUT = 60
"""Seconds after which a process is given up."""

_ENDLESS = """
import os, time
from sudoku_cp.cross_check.fuzz import run
from sudoku_cp.cross_check.fuzz.cases import Plan

def examine(plan, number):
    os.write(1, b".")
    time.sleep(600)

run.examine = examine
list(run.run_cases(Plan(), None, 2, lambda: False))
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.read(2) == b".."
        process.send_signal(number)
        process.wait(TIMEOUT)
        # The workers hold the other end of standard output, too: it ends with the last of them.
        assert select.select([process.stdout], [], [], TIMEOUT)[0]
        assert process.stdout.read() == b""
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.slow
def test_a_fault_of_a_solver_is_told_once_whatever_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(self: object, *arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(CompiledExactCover, "_candidates", break_down)
    monkeypatch.setattr(run, "solvers_of", lambda plan, case: ("exact-cover", "exact-cover~batch", "brute-force"))
    outcome = run.examine(PLAN, 3)
    assert [(finding.solver, finding.kind) for finding in outcome.findings] == [("exact-cover", FaultKind.FAILED)]
    assert any(row[0] == "candidates" for row in outcome.findings[0].rows)
