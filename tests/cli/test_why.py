from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.render.layers import PATTERN, PLACED, REMOVED

CLASHING = "1..1" + "." * 12
AMBIGUOUS = "12.....1........"
UNIQUE = "1234341221......"


def test_a_clash(run: Callable[..., Any]) -> None:
    outcome = run("why", CLASHING)
    [record] = outcome.records
    assert outcome.code == 1
    assert record["verdict"] == "none"
    assert record["parts"] == ["r1c1=1", "r1c4=1"]
    assert (record["minimal"], record["least"], record["all_corrections"]) == (True, True, True)
    expected = {"2": False, "3": False, "4": False}
    assert record["corrections"] == [
        {"part": "r1c1=1", "unique": False, "values": expected},
        {"part": "r1c4=1", "unique": False, "values": expected},
    ]
    text = run("why", CLASHING, "--format", "text").out
    assert "these 2 clash: r1c1=1, r1c4=1" in text
    assert "without r1c4=1: several solutions; possible in its place: 2, 3, 4\n" in text


def test_only_the_clashing_parts_are_drawn(run: Callable[..., Any]) -> None:
    text = run("why", "1..1" + "." * 11 + "3", "--format", "text").out
    assert "┃ 1  · ┃ ·  1 ┃" in text
    assert "3 ┃" not in text


def test_several_solutions(run: Callable[..., Any]) -> None:
    outcome = run("why", AMBIGUOUS)
    [record] = outcome.records
    assert (outcome.code, record["verdict"], record["least"], record["fewest"]) == (0, "several", True, True)
    one, other = record["solutions"]
    names = [f"r{place // 4 + 1}c{place % 4 + 1}" for place in range(16) if one[place] != other[place]]
    assert record["cells"] == names
    assert record["givens"]
    assert run("why", AMBIGUOUS, "--format", "line").out.startswith(f"two solutions differ in {len(names)} cells: ")


def test_one_solution(run: Callable[..., Any]) -> None:
    [record] = run("why", UNIQUE).records
    assert (record["verdict"], record["solution"]) == ("unique", "1234341221434321")
    assert run("why", UNIQUE, "--format", "line").out == "there is exactly one solution\n"


@pytest.mark.parametrize(("claim", "said"), [("r1c3=1", "r1c3≠1"), ("r1c3!=1", "r1c3≠1"), ("r1c1=1", "r1c1=1")])
def test_claims(run: Callable[..., Any], claim: str, said: str) -> None:
    outcome = run("why", claim, AMBIGUOUS)
    [record] = outcome.records
    assert (outcome.code, record["verdict"], record["claim"]) == (0, "proved", said)
    assert record["parts"] == ["r1c1=1"]
    assert run("why", AMBIGUOUS, claim, "--format", "line").out == f"{said} follows from r1c1=1\n"


def test_an_open_claim(run: Callable[..., Any]) -> None:
    [record] = run("why", AMBIGUOUS, "r1c3=3").records
    assert record["verdict"] == "open"
    assert (record["right"][2], record["wrong"][2]) == ("3", "4")
    assert "┃ 1  2 ┃ " in run("why", AMBIGUOUS, "r1c3=3", "--format", "text").out.replace("   ", "  ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((UNIQUE, "r1c1=5"), "<argument>:1: r1c1=5: 5 is not a digit of r1c1; these are 1, 2, 3, 4"),
        ((UNIQUE, "r5c1=1"), "r5c1"),
        ((UNIQUE, "r1c1=1", "r1c2=1"), "one claim at a time, not r1c1=1 and r1c2=1"),
        ((UNIQUE, "--effort", "x"), "x is not a number of seconds"),
    ],
)
def test_bad_input(run: Callable[..., Any], arguments: tuple[str, ...], message: str) -> None:
    outcome = run("why", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_a_picture(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "clash.svg"
    assert run("why", CLASHING, "--svg", path).code == 1
    assert path.read_text(encoding="utf-8").count(">1</text>") == 2
    assert run("why", CLASHING, CLASHING, "--svg", path).code == 2


def test_pictures_of_claims_and_of_two_solutions(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "answer.svg"

    def drawn(*arguments: str) -> tuple[str, int]:
        run("why", *arguments, "--svg", path)
        text = path.read_text(encoding="utf-8")
        crosses = re.search(f'stroke="{REMOVED}"[^>]*><path d="([^"]*)"', text)
        return text, crosses[1].count("M") if crosses else 0

    text, crosses = drawn(UNIQUE, "r3c1=1")
    assert (PATTERN in text, PLACED in text, crosses) == (True, False, 1)
    text, crosses = drawn(UNIQUE, "r3c1=2")
    assert (PLACED in text, crosses) == (True, 3)
    text, crosses = drawn(AMBIGUOUS)
    assert (PATTERN in text, crosses) == (True, 0)
    differing = run("why", AMBIGUOUS).records[0]["cells"]
    assert text.count("</text>") == len("121") + 2 * len(differing)
    assert PATTERN not in drawn(CLASHING)[0]


def test_a_limit(run: Callable[..., Any]) -> None:
    outcome = run("why", "." * 81, "--node-limit", 1)
    assert (outcome.code, outcome.records[0]["verdict"]) == (3, "unknown")


def test_some_constraints(run: Callable[..., Any], tmp_path: Path) -> None:
    """The answer names what was asked about alone; all else holds in any case."""

    def parts(what: str, *puzzle: object) -> Any:
        return run("why", "--constraints", what, *puzzle).records[0]["parts"]

    assert parts("houses", CLASHING) == ["row 1"]
    assert parts("row 1", CLASHING) == []
    assert parts("houses, givens", CLASHING) == ["row 1", "r1c1=1", "r1c4=1"]
    assert parts("r1c4,column 2", CLASHING) == ["r1c4=1"]
    assert parts("column 2", CLASHING) == []
    path = tmp_path / "clues.toml"
    path.write_text(
        "size = 4\ngrid = '12..............'\n[[thermo]]\nline = 'r1c3 r1c2'\n[[thermo]]\nline = 'r4c1 r4c2'\n"
    )
    assert parts("thermo", path) == ["thermo r1c3 r1c2"]
    assert parts("thermo,houses", path) == ["thermo r1c3 r1c2", "row 1"]
    [record] = run("why", "--constraints", "houses", "r1c3!=1", AMBIGUOUS).records
    assert (record["claim"], record["parts"]) == ("r1c3≠1", ["row 1"])
    assert "┃ 1  · ┃ ·  1 ┃" in run("why", "--constraints", "houses", CLASHING, "--format", "text").out


def test_an_unknown_constraint(run: Callable[..., Any]) -> None:
    outcome = run("why", "--constraints", "row 5", CLASHING)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("<argument>:1: there is no part row 5: did you mean row")
