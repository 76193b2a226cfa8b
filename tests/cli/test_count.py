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
    assert (outcome.code, outcome.out) == (1, "288\n72\n0\n")


def test_numbers_say_whether_they_are_exact(run: Callable[..., Any]) -> None:
    puzzles = ("." * 16, "1" + "." * 15, "11" + "." * 14)
    limits = ("--limit", 100, "--exact")
    outcome = run("count", "--format", "line", *limits, *puzzles)
    assert (outcome.code, outcome.out) == (1, "100\tat least\n72\texactly\n0\texactly\n")
    stopped = run("count", "--format", "line", "--exact", "--node-limit", 1, "." * 81)
    assert (stopped.code, stopped.out) == (3, "0\tat least\n")
    table = "puzzle\n" + "\n".join([*puzzles, "x"]) + "\n"
    for many in (1, 100):  # one by one, and through arrays
        rows = run("count", "--column", "puzzle", *limits, "--errors", "record", stdin=table * many).out.split("\n")
        assert rows[0] == "puzzle,answer,status,exact,error"
        assert rows[1] == "................,100,solved,at least,"
        assert rows[2] == "1...............,72,complete,exactly,"
        assert rows[3] == "11..............,0,infeasible,exactly,"
        assert rows[4].startswith("x,,error,,")
    lines = "\n".join(puzzles * 50) + "\n"
    assert run("count", "--format", "line", *limits, stdin=lines).out == outcome.out * 50
    assert run("count", "--format", "line", *limits[:2], stdin=lines).out == "100\n72\n0\n" * 50
    refused = run("count", puzzles[0], "--exact", "--estimate", 10)
    assert (refused.code, refused.out) == (2, "")
    assert "--estimate and --exact" in refused.err


def test_text(run: Callable[..., Any], puzzle: str) -> None:
    assert ": 1 solution (exact-cover, " in run("count", puzzle, "--format", "text").out
    outcome = run("count", "." * 16, "." * 16, "--format", "text", "--limit", 2)
    assert outcome.out.count("<argument>:1: sudoku: at least 2 solutions (exact-cover, ") == 2


def test_a_limit_beyond_any_search_is_refused(run: Callable[..., Any]) -> None:
    outcome = run("count", "." * 16, "--limit", 10**19)
    assert outcome.code == 2
    assert "is not an integer from 1 to 1,000,000,000,000,000,000" in outcome.err
