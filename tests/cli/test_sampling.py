from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

OPEN = "12" + "." * 14


def test_estimate(run: Callable[..., Any]) -> None:
    [record] = run("count", "." * 16, "--estimate", 5).records
    assert (record["estimate"], record["exact"], record["verdict"]) == (288, True, "estimated")
    wide = "123456789456789123789123456" + "." * 54
    records = [run("count", wide, "--estimate", 3, "--seed", seed).records[0] for seed in (4, 4, 5)]
    assert records[0]["estimate"] == records[1]["estimate"] != records[2]["estimate"]
    assert records[0]["low"] < records[0]["estimate"] < records[0]["high"]
    assert "288 solutions" in run("count", "." * 16, "--estimate", 5, "--format", "text").out
    assert run("count", "11" + "." * 14, "--estimate", 5).code == 1
    assert run("count", "." * 81, "--estimate", 5, "--node-limit", 1).code == 3


def test_project(run: Callable[..., Any]) -> None:
    assert run("count", "." * 16, "--project", "r1c1 r1c2 r2c1", "--format", "line").out == "24\n"
    assert run("count", OPEN, "--project", "r1c3", "--limit", "1", "--format", "line").out == "1\n"
    assert "2 fillings" in run("count", OPEN, "--project", "r1c3", "--format", "text").out
    assert run("count", "11" + "." * 14, "--project", "r1c3").code == 1


def test_random(run: Callable[..., Any]) -> None:
    grids = {run("solve", OPEN, "--random", "--seed", seed, "--format", "line").out for seed in range(12)}
    assert len(grids) > 4
    assert run("solve", OPEN, "--random").out[:60] == run("solve", OPEN, "--random").out[:60]
    assert run("solve", "11" + "." * 14, "--random").code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("count", OPEN, "--project", "r9c9"), "<argument>:1: --project: "),
        (("count", OPEN, "--estimate", "0"), "0 is not an integer"),
        (("count", OPEN, "--estimate", "3", "--limit", "4"), "--estimate and --limit"),
        (("solve", OPEN, "--random", "--all"), "--random finds one solution"),
        (("solve", OPEN, "--random", "--seed", "x"), "--seed: x is not a whole number"),
    ],
)
def test_bad_input(run: Callable[..., Any], arguments: tuple[str, ...], message: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert message in outcome.err
