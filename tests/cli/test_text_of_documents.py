"""Text from documents, files and arguments neither drives the terminal nor fills it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

EVIL = "\x1b]0;title\x07 \x1b[2J \x9b31m \u202e \x7f \b"
TOML_EVIL = "\\u001B]0;title\\u0007 \\u001B[2J \\u009B31m \\u202E \\u007F \\b"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")

DOCUMENT = f"""\
name = "{TOML_EVIL}"
size = 4
maximize = '''
1 1 1 1
1 1 1 1
1 1 1 1
1 1 1 1
'''
[[killer]]
cells = "r1c1 r1c2"
sum = 7
"""


@pytest.fixture
def evil_file(tmp_path: Path) -> Path:
    """A document that wants to drive the terminal by its text and by the name of its file."""
    path = tmp_path / f"{EVIL}.toml"
    path.write_text(DOCUMENT)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "jsonl", "line"])
@pytest.mark.parametrize(
    "command", ["solve", "solve --all --limit 2", "count", "check", "candidates", "solve --best 2"]
)
def test_answers(run: Callable[..., Any], evil_file: Path, command: str, form: str) -> None:
    outcome = run(*command.split(), evil_file, "--format", form)
    assert outcome.code == 0
    assert not UNSEEN.search(outcome.out + outcome.err)
    if form == "text":
        assert "\\x1b]0;title\\x07" in outcome.out
    if form == "jsonl":
        assert EVIL in outcome.records[0]["source"]


def test_colours_stay(run: Callable[..., Any], evil_file: Path) -> None:
    outcome = run("solve", evil_file, "--format", "text", "--color", "always")
    assert "\x1b[94m" in outcome.out
    assert not UNSEEN.search(re.sub("\x1b\\[[0-9]{1,2}m", "", outcome.out))


@pytest.mark.parametrize("name", ["toml", "f-puzzles"])
def test_what_convert_writes(run: Callable[..., Any], evil_file: Path, name: str) -> None:
    document = "\n".join(line for line in evil_file.read_text().splitlines() if not re.match("max|1 1|'''", line))
    outcome = run("convert", "--to", name, stdin=document)
    assert (outcome.code, outcome.err) == (0, "")
    assert not UNSEEN.search(outcome.out)
    assert run("solve", stdin=outcome.out).code == 0


def test_pages_and_pictures(run: Callable[..., Any], evil_file: Path, tmp_path: Path) -> None:
    assert run("check", evil_file, "--html", tmp_path / "page.html").code == 0
    assert run("show", evil_file, "--svg", tmp_path / "picture.svg").code == 0
    for name in ("page.html", "picture.svg"):
        text = (tmp_path / name).read_text()
        assert not re.search("[\x00-\x08\x0b-\x1f]", text)
    ElementTree.parse(tmp_path / "picture.svg")


@pytest.mark.parametrize("form", ["text", "jsonl", "line"])
def test_rules_of_the_user(run: Callable[..., Any], tmp_path: Path, form: str) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text(
        "from sudoku_cp.rules import Cells, rule\n"
        "def evil(cells: Cells):\n"
        "    yield cells[0] == 2\n"
        f"evil.__doc__ = {EVIL!r}\n"
        "rule('evil')(evil)\n"
    )
    outcome = run("rules", "--rules", rules, "--format", form)
    assert outcome.code == 0
    assert not UNSEEN.search(outcome.out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["solve", "x" * 40_000], ""),
        (["solve", "--model", "x" * 40_000], "1...\n"),
        (["solve", "--limit", "9" * 40_000], ""),
        (["solve", "--target", "x" * 40_000], ""),
        (["solve", "--solver", "x" * 40_000], ""),
        (["solve", "--" + "x" * 40_000], ""),
        (["x" * 40_000], ""),
        (["show", "garden", "--svg", "x" * 40_000], ""),
        (["check", "garden", "--html", "x" * 40_000], ""),
        (["solve", "--rules", "x" * 40_000], ""),
        (["verify", "x" * 40_000], ""),
        (["solve"], f"{'x' * 40_000}\n"),
        (["solve"], f"size = 4\n[[{'x' * 40_000}]]\n"),
        (["solve"], f"size = '{'x' * 40_000}'\n"),
        (["solve"], f"size = 4\n[[killer]]\ncells = '{'x' * 40_000}'\n"),
        (["solve"], f"size = 4\n{'x' * 40_000} = 1\n"),
        (["solve"], '{"size": 4, "grid": [], "%s": 1}\n' % ("x" * 40_000)),
        (["solve"], f"{EVIL}\n"),
        (["solve", EVIL], ""),
        (["solve", f"--{EVIL}"], ""),
        (["verify", EVIL], ""),
        (["solve", "--rules", EVIL], ""),
    ],
)
def test_messages(run: Callable[..., Any], arguments: list[str], stdin: str) -> None:
    outcome = run(*arguments, stdin=stdin)
    assert (outcome.code, outcome.out) == (2, "")
    assert 20 < len(outcome.err) < 3000
    assert not UNSEEN.search(outcome.err)


@pytest.mark.slow
def test_a_stream_that_knows_ascii_alone(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\xc3\xa9.toml"
    with open(path, "w", encoding="utf-8") as file:
        file.write("name = 'Übung'\nsize = 4\n")
    for encoding, form in (("ascii", "text"), ("ascii", "jsonl"), ("utf-8", "text"), ("utf-8", "jsonl")):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        command = [sys.executable, "-m", "sudoku_cp", "count", os.fsdecode(path), "--format", form]
        outcome = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
        assert (outcome.returncode, outcome.stderr) == (0, b"")
        if form == "jsonl":
            assert json.loads(outcome.stdout)["source"].endswith("é.toml")
        else:
            assert b"288 solutions" in outcome.stdout
