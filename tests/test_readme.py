"""The README is a front door of one page, whose two commands do all set-up."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pages import DOCS, README, page_named


def test_it_is_one_page() -> None:
    assert README.text.count("\n") <= 150
    assert re.findall(r"^## (.*)", README.text, re.M) == [
        "Start",
        "Solve",
        "A rule of your own",
        "Checked by two solvers",
        "Fast",
        "Where to go next",
        "Licence",
    ]


def test_there_is_nothing_but_what_is_run() -> None:
    assert {block.language for block in README.blocks} == {"sh", "console", "python", "pycon"}
    assert all(block.file for block in README.blocks if block.language == "python")


def test_two_commands_set_everything_up() -> None:
    commands = [block.text for block in README.blocks if block.language == "sh"]
    assert len(commands) == 2
    assert all(command.count("\n") == 1 and command.startswith("python3 -m venv ") for command in commands)


@pytest.mark.slow
def test_the_picture_of_the_garden(tmp_path: Path) -> None:
    (command,) = re.findall(r"`sudoku-cp (show garden .*?)`", page_named("index.md").text)
    subprocess.run([sys.executable, "-m", "sudoku_cp", *command.split()], cwd=tmp_path, check=True)
    assert (tmp_path / "garden.svg").read_bytes() == (DOCS / "images" / "garden.svg").read_bytes()
