from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_all_solutions_are_counted(run: Callable[..., Any]) -> None:
    outcome = run("count", "." * 16)
    [record] = outcome.records
    assert outcome.code == 0
    assert (record["status"], record["verdict"], record["count"], record["exact"]) == ("complete", "several", 288, True)
    assert len(record["solution"]) == 16


def test_a_limit(run: Callable[..., Any]) -> None:
    outcome = run("count", "." * 16, "--limit", 100)
    [record] = outcome.records
    assert outcome.code == 0
    assert (record["status"], record["count"], record["exact"]) == ("solved", 100, False)


def test_lines(run: Callable[..., Any]) -> None:
    outcome = run("count", "--format", "line", "--limit", 288, "." * 16, "1" + "." * 15, "11" + "." * 14)
    assert (outcome.code, outcome.out) == (1, "288+\n72\n0\n")


def test_text(run: Callable[..., Any], puzzle: str) -> None:
    assert ": 1 solution (exact-cover, " in run("count", puzzle, "--format", "text").out
    outcome = run("count", "." * 16, "." * 16, "--format", "text", "--limit", 2)
    assert outcome.out.count("<argument>:1: sudoku: at least 2 solutions (exact-cover, ") == 2


def test_a_limit_beyond_any_search_is_refused(run: Callable[..., Any]) -> None:
    outcome = run("count", "." * 16, "--limit", 10**19)
    assert outcome.code == 2
    assert "is not an integer from 1 to 1,000,000,000,000,000,000" in outcome.err
