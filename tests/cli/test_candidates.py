from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize("solver", ["exact-cover", "cp-sat"])
def test_candidates(run: Callable[..., Any], solver: str) -> None:
    outcome = run("candidates", "1..." + "." * 12, "--solver", solver)
    [record] = outcome.records
    assert outcome.code == 0
    assert (record["status"], record["verdict"]) == ("complete", "complete")
    assert record["candidates"] == [
        ["1", "234", "234", "234"],
        ["234", "234", "1234", "1234"],
        ["234", "1234", "1234", "1234"],
        ["234", "1234", "1234", "1234"],
    ]


def test_formats(run: Callable[..., Any]) -> None:
    grid = "12..34..2143432."
    assert run("candidates", grid, "--format", "line").out == "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n"
    assert "the digits of all solutions (exact-cover, " in run("candidates", grid, "--format", "text").out


def test_no_solution(run: Callable[..., Any]) -> None:
    outcome = run("candidates", "11" + "." * 14, "--format", "line")
    assert (outcome.code, outcome.out) == (1, " ".join("-" * 16) + "\n")


def test_candidates_as_pencil_marks_are_read_back(run: Callable[..., Any]) -> None:
    done = run("candidates", "12..............", "--format", "pencil-marks")
    assert done.out.splitlines()[1] == "| 1   2   | 34   34   |"
    again = run("candidates", "--format", "pencil-marks", stdin=done.out)
    assert (again.code, again.out) == (0, done.out)
