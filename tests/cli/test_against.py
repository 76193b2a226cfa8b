from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SOLVER = '''
def solve(line):
    """Solves nothing but full grids."""
    return None if "." in line else line
'''


@pytest.fixture
def solver(tmp_path: Path) -> str:
    (tmp_path / "solver.py").write_text(SOLVER)
    return f"{tmp_path}/solver.py:solve"


def test_records(run: Callable[..., Any], solver: str, puzzle: str) -> None:
    solved = run("solve", puzzle).records[0]["solution"]
    outcome = run("check", "--against", solver, stdin=f"{solved}\n{puzzle}\n{'11' + puzzle[2:]}\n")
    right, wrong, none = outcome.records
    assert outcome.code == 4
    assert [record["verdict"] for record in outcome.records] == ["right", "wrong", "right"]
    assert (right["solution"], right["backend"], right["mistake"]) == (solved, "solve", None)
    assert (wrong["mistake"], wrong["ours"]) == ("denies a solution", solved)
    assert wrong["smallest"] == "." * 81 + "\n"
    assert [record["theirs"] for record in outcome.records] == [solved, "-", "-"]
    assert none["ours"] is None
    assert outcome.err.startswith("3 puzzles: 2 right, 1 wrong (it denies a solution once); solve ")


def test_text_and_lines(run: Callable[..., Any], solver: str, puzzle: str, tmp_path: Path) -> None:
    text = run("check", puzzle, "--against", solver, "--format", "text").out
    assert "solve: wrong: it says '-', and there is a solution\n\nthe same with fewer givens:\n......" in text
    page = tmp_path / "page.html"
    assert run("check", puzzle, "--against", solver, "--format", "line", "-q", "--html", page).err == ""
    assert "and there is a solution" in page.read_text(encoding="utf-8")


def test_a_wrong_solution_is_shown(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    (tmp_path / "solver.py").write_text("def solve(line):\n    return '1' * 81\n")
    page = tmp_path / "page.html"
    outcome = run("check", puzzle, "--against", f"{tmp_path}/solver.py:solve", "--html", page)
    assert outcome.records[0]["theirs"] == "1" * 81
    assert outcome.err.startswith("1 puzzle: 1 wrong (it gives what is no solution once); ")
    assert {"what it gave", "1" * 81} <= set(re.findall(r"[^<>\n]+", page.read_text(encoding="utf-8")))


def test_another_format(run: Callable[..., Any], tmp_path: Path, puzzle: str) -> None:
    (tmp_path / "solver.py").write_text(
        "import json\ndef solve(text):\n    assert len(json.loads(text)['puzzle']) == 81\n    return 'none'\n"
    )
    options = ["--against", f"{tmp_path}/solver.py:solve", "--against-format", "json"]
    [record] = run("check", puzzle, *options).records
    assert record["reason"] == "it says 'none', and there is a solution"
    assert set(json.loads(record["smallest"])) == {"puzzle", "toml"}


def test_bad_input(run: Callable[..., Any], solver: str, puzzle: str) -> None:
    missing = run("check", puzzle, "--against", "no-such-program")
    assert (missing.code, "no-such-program: cannot be run" in missing.err) == (2, True)
    samurai = run("check", "samurai", "--against", solver)
    assert (samurai.code, "takes single grids" in samurai.err) == (2, True)
    late = run("check", "--against", solver, "--format", "line", stdin=f"{puzzle}\n{'x' + puzzle[1:]}\n")
    assert (late.code, late.out) == (4, "wrong: it says '-', and there is a solution\n")
    assert "'x' is not a digit of 1–9" in late.err
