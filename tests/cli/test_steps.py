from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.render.layers import CONTEXT, HEAT, PATTERN, PLACED, REMOVED

OPEN = "1..............."
UNIQUE = "1....4..3......2"
CLASHING = "1.....3.4......1"


@pytest.mark.parametrize("command", ["step", "path"])
def test_no_solution(run: Callable[..., Any], command: str) -> None:
    outcome = run(command, "11" + "." * 14)
    [record] = outcome.records
    assert (outcome.code, record["status"], record["verdict"]) == (1, "infeasible", "none")


def test_path(run: Callable[..., Any]) -> None:
    solved = run("solve", UNIQUE).records[0]["solution"]
    outcome = run("path", UNIQUE, "--check")
    [record] = outcome.records
    assert (outcome.code, record["status"], record["solution"]) == (0, "solved", solved)
    placed = {cell: value for step in record["steps"] for cell, value in step["placed"].items()}
    assert len(placed) == 12
    assert run("path", UNIQUE, "--format", "line").out == f"{solved}\n"
    text = run("path", UNIQUE, "--format", "text").out
    assert text.startswith("1. ")
    assert text.endswith(f"solved after {len(record['steps'])} steps\n")


def test_a_path_by_named_techniques(run: Callable[..., Any]) -> None:
    solved = run("solve", UNIQUE).records[0]["solution"]
    for option in ("--human", "--uniqueness"):
        [record] = run("path", UNIQUE, option, "--check").records
        assert (record["status"], record["solution"]) == ("solved", solved)
        names = [step["name"] for step in record["steps"]]
        assert set(names) <= {"full house", "naked single", "hidden single"}
        assert "full house" in names
        assert not any(step["uniqueness"] for step in record["steps"])


def test_a_path_that_ends_without_a_solution(run: Callable[..., Any]) -> None:
    assert run("path", CLASHING).records[0]["status"] == "infeasible"
    several = run("path", OPEN)
    assert (several.code, several.records[0]["status"], several.records[0]["solution"]) == (3, "stuck", None)
    assert "no further step was found: there may be several solutions" in run("path", OPEN, "--format", "text").out
    assert "no step is small enough" in run("path", OPEN, "--most", "1", "--format", "text").out


def test_steps_up_to_a_size(run: Callable[..., Any]) -> None:
    hard = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    [record] = run("path", hard, "--most", "2").records
    assert record["status"] == "stuck"
    assert all(step["size"][0] <= 2 and step["least"] for step in record["steps"])


def test_time_limit(run: Callable[..., Any]) -> None:
    outcome = run("path", "." * 81, "--time-limit", "0.000001")
    assert (outcome.code, outcome.records[0]["status"]) == (3, "unknown")


@pytest.mark.parametrize("command", [("step",), ("path",), ("rate", "--steps")])
def test_steps_have_no_nodes(run: Callable[..., Any], command: tuple[str, ...]) -> None:
    refused = run(*command, "1....4..3......2", "--node-limit", 1)
    assert (refused.code, refused.out) == (2, "")
    assert "there is no option --node-limit" in refused.err


def test_page(run: Callable[..., Any], tmp_path: Path) -> None:
    target = tmp_path / "path.html"
    outcome = run("path", UNIQUE, "--html", str(target))
    page = target.read_text(encoding="utf-8")
    assert page.count("<svg") == len(outcome.records[0]["steps"]) + 1
    assert page.count("<h2>") == len(outcome.records[0]["steps"])
    assert "<script" not in page


@pytest.mark.parametrize(("command", "option"), [("path", "--html"), ("step", "--svg")])
def test_a_picture_is_of_one_puzzle(run: Callable[..., Any], tmp_path: Path, command: str, option: str) -> None:
    outcome = run(command, UNIQUE, UNIQUE, option, str(tmp_path / "picture"))
    assert outcome.code == 2
    assert f"{option} " in outcome.err


def test_step(run: Callable[..., Any], tmp_path: Path) -> None:
    target = tmp_path / "step.svg"
    [record] = run("step", UNIQUE, "--svg", str(target)).records
    [step] = record["steps"]
    assert (record["status"], record["exact"], step["least"]) == ("step", True, True)
    assert target.read_text(encoding="utf-8").startswith("<svg")
    every = run("step", UNIQUE, "--all").records[0]["steps"]
    assert every[0] == step
    assert {other["size"][0] for other in every} == {step["size"][0]}
    line = run("step", UNIQUE, "--format", "line").out
    cell, value = next(iter(step["placed"].items()))
    assert line == f"{step['name']}: {step['reason']}: {cell} = {value}\n"
    assert step["reason"] in run("step", UNIQUE, "--format", "text").out


def test_a_solved_grid_has_no_step(run: Callable[..., Any]) -> None:
    outcome = run("step", "1234341221434321")
    assert (outcome.code, outcome.records[0]["status"], outcome.records[0]["steps"]) == (0, "solved", [])


def test_stages_reveal_more_and_more(run: Callable[..., Any]) -> None:
    [where], [which], [what] = (run("step", UNIQUE, "--stage", stage).records for stage in "123")
    step = run("step", UNIQUE).records[0]["steps"][0]
    assert "elements" not in where
    assert "steps" not in where
    assert "steps" not in which
    assert which["elements"] == step["elements"]
    assert what["steps"] == [step]
    for cell in step["placed"]:
        assert where["heat"][cell] == step["size"][0]
    assert run("step", UNIQUE, "--stage", 1, "--format", "line").out.startswith("look at ")
    words = run("step", "killer", "--stage", 1, "--format", "line").out.split()
    assert (words[:2], words[-4:]) == (["look", "at"], ["and", "40", "more", "cells"])
    assert len(words) == 2 + 9 + 4
    assert str(step["reason"]) in run("step", UNIQUE, "--stage", "3", "--format", "text").out


def test_pictures_of_stages_reveal_more_and_more(run: Callable[..., Any], tmp_path: Path) -> None:
    puzzle, target = "..3.1......2....", tmp_path / "hint.svg"
    colours = {"heat": set(HEAT), "houses": {CONTEXT}, "pattern": {PATTERN, PLACED}, "crosses": {REMOVED}}
    shown = []
    for stage in "123":
        [record] = run("step", puzzle, "--stage", stage, "--svg", str(target)).records
        text = target.read_text(encoding="utf-8")
        shown.append({name for name, among in colours.items() if any(colour in text for colour in among)})
        if stage == "1":
            assert {colour in text for colour in HEAT[1:]} == {size in record["heat"].values() for size in (1, 2, 3)}
    assert shown == [{"heat"}, {"houses"}, {"pattern"}]


def test_stages_are_no_larger_than_wanted(run: Callable[..., Any]) -> None:
    every, few = (
        run("step", "..3.1......2....", "--stage", 1, *most).records[0]["heat"] for most in ((), ("--most", "2"))
    )
    assert few == {cell: size for cell, size in every.items() if size <= 2}
    assert few != every
    assert list(every) == sorted(every)


def test_all_steps_are_shown_with_what_follows(run: Callable[..., Any]) -> None:
    refused = run("step", UNIQUE, "--all", "--stage", 2)
    assert (refused.code, refused.out, refused.err) == (2, "", "--all shows what follows: leave out --stage 2\n")
    assert run("step", UNIQUE, "--all", "--stage", 3).code == 0


@pytest.mark.parametrize(("former", "now"), [("hint", "step --stage 1"), ("explain", "step")])
def test_former_names_point_to_the_command(run: Callable[..., Any], former: str, now: str) -> None:
    refused = run(former, UNIQUE)
    assert (refused.code, refused.out) == (2, "")
    assert f"error: there is no command {former}: use {now}\n" in refused.err
    assert run(*now.split(), UNIQUE).code == 0


@pytest.mark.parametrize("arguments", [("--stage", "4"), ("--stage", "x"), ("--most", "0")])
def test_bad_usage(run: Callable[..., Any], arguments: tuple[str, str]) -> None:
    outcome = run("step", UNIQUE, *arguments)
    assert outcome.code == 2
    assert arguments[0] in outcome.err


BROKEN = "745129368321864579896537124169275843587341296234986715652413987413798652978652431"
"""A full grid without repeats."""

BROKEN_CLUES = {
    "same_values": '[[same_values]]\ncells = "r1c1 r1c2"\nothers = "r2c1 r2c2"\n',
    "negator": '[[negator]]\ncells = "r1c1"\n\n[[killer]]\ncells = "r1c1 r1c2"\nsum = 11\n',
}
"""Clues that are lowered with auxiliary variables."""


@pytest.mark.parametrize("clue", BROKEN_CLUES)
@pytest.mark.parametrize(
    "command", [["path"], ["path", "--human"], ["rate", "--steps"], ["step"], ["step", "--stage", "1"], ["walkthrough"]]
)
def test_no_grid_that_breaks_a_clue_is_solved(
    run: Callable[..., Any], tmp_path: Path, clue: str, command: list[str]
) -> None:
    puzzle, walkthrough = tmp_path / "puzzle.toml", tmp_path / "walkthrough.toml"
    puzzle.write_text(f'grid = "{BROKEN}"\n{BROKEN_CLUES[clue]}')
    walkthrough.write_text("[[step]]\nshow = true\n")
    words = ["path", "--walkthrough", str(walkthrough)] if command == ["walkthrough"] else command
    outcome = run(*words, str(puzzle))
    [record] = outcome.records
    assert (outcome.code, record["status"], record.get("solution")) == (1, "infeasible", None)
    text = run(*words, str(puzzle), "--format", "text").out
    assert re.search(r"no solution: .* r1c1 r1c2.* does not hold", text)


IMPOSSIBLE = {
    "longer than the digits": '[[thermo]]\nline = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c9"\n',
    "begins with 9": f'grid = "9{"." * 80}"\n[[thermo]]\nline = "r1c1 r1c2 r1c3"\n',
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
@pytest.mark.parametrize("command", [["path"], ["path", "--human"], ["rate", "--steps"], ["step"]])
def test_impossible_thermometers_have_no_solution(
    run: Callable[..., Any], tmp_path: Path, name: str, command: list[str]
) -> None:
    puzzle = tmp_path / "puzzle.toml"
    puzzle.write_text(IMPOSSIBLE[name])
    outcome = run(*command, str(puzzle))
    [record] = outcome.records
    assert (outcome.code, record["status"]) == (1, "infeasible")
    assert "no solution: " in run(*command, str(puzzle), "--format", "text").out


def test_a_step_is_about_the_cells_of_its_clue(run: Callable[..., Any], tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.toml"
    puzzle.write_text(IMPOSSIBLE["begins with 9"])
    [step] = run("step", str(puzzle)).records[0]["steps"]
    assert step["reason"] == "no digits fit thermo r1c1 r1c2 r1c3"
    assert set(step["eliminated"]) == {"r1c1", "r1c2", "r1c3"}
