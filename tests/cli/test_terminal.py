"""What differs when standard output and standard error are terminals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.cli import output
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits, Progress


def test_text_and_colour_on_a_terminal(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, puzzle: str) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in run("solve", puzzle).out
    assert run("rules").out.startswith("killer cells [sum] [repeats]\n    ")


@pytest.mark.parametrize(("quiet", "shown"), [((), True), (("-q",), False)])
def test_progress_on_a_terminal(
    run: Callable[..., Any],
    replace_solver: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    puzzle: str,
    quiet: tuple[str, ...],
    shown: bool,
) -> None:
    def count(self: Any, givens: Any, limit: int, limits: Limits) -> Result:
        assert limits.on_progress is not None
        limits.on_progress(Progress(3.0, 1234, 1, 6, 7))
        return Result("cp-sat", Status.LIMIT, None, 0)

    replace_solver("cp-sat", _count=count)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(output, "_DELAY", -1.0)
    monkeypatch.setattr(output, "_INTERVAL", -1.0)
    outcome = run("solve", puzzle, "--solver", "cp-sat", *quiet)
    text = "\r<argument>:1: 3 s, 1,234 nodes, 1 solution, best 6, bound 7, gap 1\x1b[K\r\x1b[K"
    assert outcome.err.startswith(text) is shown
    assert (outcome.err == "") is not shown
