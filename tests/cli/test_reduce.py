from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

PUZZLE = "1234341221......"


def test_reduce(run: Callable[..., Any]) -> None:
    outcome = run("reduce", PUZZLE, "--least", "9")
    [record] = outcome.records
    assert (outcome.code, record["status"], record["verdict"]) == (0, "complete", "unique")
    assert len(record["needless"]) + len(record["needed"]) == 10
    assert (record["least_proved"], record["all_least"]) == (True, True)
    assert all(len(each) == len(record["least"][0]) <= len(record["kept"]) for each in record["least"])
    text = run("reduce", PUZZLE, "--format", "text").out
    assert "each of these can go: r1c1=1, " in text
    assert "┃ ·  2 ┃ 3  · ┃" in text
    kept = run("reduce", PUZZLE, "--keep", "givens").records[0]["kept"]
    assert len(kept) == 10
    first = run("reduce", PUZZLE, "--weights", "r2c1=2,r2c2=3").records[0]["kept"]
    assert "r2c2=4" not in first


def test_a_path_is_kept(run: Callable[..., Any]) -> None:
    kept = run("reduce", PUZZLE, "--keep-path", "1").records[0]["kept"]
    places = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    given = [next((part[-1] for part in kept if part.startswith(place)), ".") for place in places]
    assert run("path", "".join(given), "--most", "1").records[0]["status"] == "solved"
    outcome = run("reduce", "1...............", "--keep-path", "3")
    assert (outcome.code, outcome.out) == (2, "")
    assert "<argument>:1: a puzzle with several solutions is not solvable by steps" in outcome.err


def test_no_solution(run: Callable[..., Any]) -> None:
    outcome = run("reduce", "11..............", "--format", "line")
    assert (outcome.code, outcome.out) == (1, "there is no solution\n")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--keep", "thermo", "<argument>:1: there is no part thermo; there are givens, r1c1"),
        ("--weights", "givens", "givens= is not a name and a weight"),
        ("--weights", "givens=0", "givens=0 is not a name and a weight"),
        ("--keep-path", "0", "0 is not an integer"),
        ("--least", "0", "0 is not a number of seconds"),
    ],
)
def test_bad_input(run: Callable[..., Any], option: str, value: str, message: str) -> None:
    outcome = run("reduce", PUZZLE, option, value)
    assert outcome.code == 2
    assert message in outcome.err


def test_equal(run: Callable[..., Any]) -> None:
    outcome = run("equal", "123434122.......")
    [record] = outcome.records
    assert (outcome.code, record["status"], record["verdict"]) == (0, "complete", "several")
    assert record["fixed"]["r3c1"] == "2"
    assert record["fixed"]["r4c1"] == "4"
    assert {"cells": ["r3c2", "r4c2"], "kind": "sum", "value": 4} in record["relations"]
    assert "r3c2 + r4c2 = 4" in run("equal", "123434122.......", "--format", "text").out
    assert run("equal", PUZZLE, "--format", "line").out == "there is exactly one solution\n"


def test_limits(run: Callable[..., Any]) -> None:
    for command in ("reduce", "equal"):
        outcome = run(command, "." * 81, "--node-limit", 1)
        assert (outcome.code, outcome.records[0]["status"]) == (3, "limit")
