from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import page_named

PUZZLE = """
size = 4
grid = "1..............."

[[killer]]
cells = "r1c3 r1c4"
sum = 7
"""

(EXAMPLE,) = [block.text for block in page_named("walkthroughs.md").blocks if block.language == "toml"]
FOLLOWS = EXAMPLE.replace("Beside the cage", "The <cage>") + "\n[[step]]\nshow = true\n"

NOT_FROM_THERE = """
[[step]]
deduce = ["r1c2=2", "r1c3!=1"]
from = "killer r1c3 r1c4 sum=7"
[[step]]
deduce = "r2c3=1"
"""


@pytest.fixture
def play(run: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    puzzle = tmp_path / "cage.toml"
    puzzle.write_text(PUZZLE, encoding="utf-8")
    walkthrough = tmp_path / "walkthrough.toml"

    def play(text: str, *options: str) -> Any:
        walkthrough.write_text(text, encoding="utf-8")
        return run("path", str(puzzle), "--walkthrough", str(walkthrough), *options)

    return play


def test_a_walkthrough_that_follows(play: Callable[..., Any]) -> None:
    outcome = play(FOLLOWS)
    [record] = outcome.records
    first, heat, pin, last, show = record["steps"]
    assert (outcome.code, record["status"], record["follows"]) == (0, "stuck", True)
    assert (first["claims"], first["elements"]) == (["r1c2 = 2"], ["row 1", "killer r1c3 r1c4 sum=7"])
    assert first["text"] == "The cage has 3 and 4."
    assert {cell for cell, size in heat["heat"].items() if size == 1} == {"r2c3", "r2c4"}
    assert (pin["action"], pin["claims"], pin["elements"]) == ("pin", ["r1c3 = 3"], [])
    assert (last["follows"], last["open"], last["elements"]) == (True, [], ["row 2"])
    assert (show["action"], show["heat"]) == ("show", None)


def test_a_walkthrough_that_does_not_follow(play: Callable[..., Any]) -> None:
    outcome = play(NOT_FROM_THERE)
    [record] = outcome.records
    first, last = record["steps"]
    assert (outcome.code, record["follows"]) == (4, False)
    assert (first["follows"], first["open"]) == (False, ["r1c2 = 2"])
    assert first["elements"] == ["row 1", "killer r1c3 r1c4 sum=7"]
    assert (last["follows"], last["open"], last["elements"]) == (False, ["r2c3 = 1"], [])
    text = play(NOT_FROM_THERE, "--format", "text").out
    assert "1. r1c2 = 2 does not follow from killer r1c3 r1c4 sum=7, but from row 1 and killer" in text
    assert "2. r2c3 = 1 does not follow from the puzzle" in text
    assert text.endswith("cells are left open; steps 1, 2 do not follow\n")


GRID = ("1324", "2413", "3142", "4231")
"""A grid whose cage r1c3 r1c4 has the sum 6, not 7."""


@pytest.mark.parametrize(("total", "code", "status", "words"), [(6, 0, "solved", "solved"), (7, 1, "infeasible", "7")])
def test_pins_that_break_a_cage_solve_nothing(
    run: Callable[..., Any], tmp_path: Path, total: int, code: int, status: str, words: str
) -> None:
    puzzle = tmp_path / "cage.toml"
    puzzle.write_text(PUZZLE.replace("sum = 7", f"sum = {total}"), encoding="utf-8")
    pins = [f"r{row}c{column}={digit}" for row, line in enumerate(GRID, 1) for column, digit in enumerate(line, 1)]
    walkthrough = tmp_path / "pins.toml"
    walkthrough.write_text(f"[[step]]\npin = {pins}\n", encoding="utf-8")
    outcome = run("path", puzzle, "--walkthrough", walkthrough)
    assert (outcome.code, outcome.records[0]["status"]) == (code, status)
    text = run("path", puzzle, "--walkthrough", walkthrough, "--format", "text").out
    assert text.splitlines()[-1] == (words if code == 0 else "no solution: killer r1c3 r1c4 sum=7 does not hold")


def test_verbs_agree_with_the_number_of_claims(play: Callable[..., Any]) -> None:
    text = """
    step = [
        {pin = "r4c4=1"},
        {pin = ["r4c4=1", "r4c3=2"]},
        {deduce = ["r1c2!=3", "r1c2!=4"], from = ["row 1", "killer"]},
        {deduce = "r1c2=2"},
        {deduce = "r2c1!=3"},
        {deduce = ["r3c3!=3", "r3c3!=4"]},
    ]
    """
    lines = play(text, "--format", "text").out.splitlines()
    said = [line.partition(". ")[2] for line in lines if line[:1].isdigit() and ". " in line]
    cage = "row 1 and killer r1c3 r1c4 sum=7"
    assert said == [
        "r4c4 = 1 is taken for granted",
        "r4c4 = 1 and r4c3 = 2 are taken for granted",
        f"r1c2 ≠ 3 and r1c2 ≠ 4 follow from {cage}",
        "r1c2 = 2 follows from the candidates",
        "r2c1 ≠ 3 does not follow from the puzzle",
        "r3c3 ≠ 3 and r3c3 ≠ 4 do not follow from the puzzle",
    ]


def test_the_page(play: Callable[..., Any], tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    play(FOLLOWS, "--html", str(target))
    page = target.read_text(encoding="utf-8")
    assert "<h1>The &lt;cage&gt;</h1>" in page
    assert (page.count("<svg"), page.count("<h2>")) == (6, 5)
    play(NOT_FROM_THERE, "--html", str(target))
    assert target.read_text(encoding="utf-8").count('<h2 class="wrong">') == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("step", "walkthrough.toml"),
        ("name = 1", "'name' is unknown"),
        ("title = 1", "title is a text"),
        ("step = [1]", "step 1: a step begins with [[step]]"),
        ("[[step]]", "step 1: a step has one of deduce, pin, show, heat"),
        ("[[step]]\nheat = true\nshow = true", "step 1: a step has one of"),
        ("[[step]]\nheat = false", "write heat = true"),
        ("[[step]]\nheat = true\ntext = 1", "text is a text"),
        ("[[step]]\nheat = true\nfrom = []", "from belongs to deduce"),
        ("[[step]]\nhint = true", "'hint' is unknown"),
        ("[[step]]\ndeduce = []", "deduce has no claim"),
        ("[[step]]\ndeduce = 1", "deduce is a text or a list of texts"),
        ("[[step]]\ndeduce = 'r1c1'", "'r1c1' is not a claim"),
        ("[[step]]\ndeduce = 'r9c1=1'", "r9c1"),
        ("[[step]]\ndeduce = 'r1c1=5'", "5 is not a digit of r1c1"),
        ("[[step]]\ndeduce = 'r1c1=1,2'", "a cell has one digit"),
        ("[[step]]\ndeduce = 'r1c1=1'\nfrom = 'row'", "'row' may be row 1, row 2 and row 3"),
        ("[[step]]\ndeduce = 'r1c1=1'\nfrom = 'roof'", "there is no house, clue or rule 'roof'"),
    ],
)
def test_walkthroughs_that_cannot_be_read(play: Callable[..., Any], text: str, message: str) -> None:
    outcome = play(text)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.parametrize("options", [("--check",), ("--human",), ("--uniqueness",), ("--most", "2")])
def test_options_for_the_search_are_refused(play: Callable[..., Any], options: tuple[str, ...]) -> None:
    outcome = play(FOLLOWS, *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{options[0]} is for steps that are searched for" in outcome.err
