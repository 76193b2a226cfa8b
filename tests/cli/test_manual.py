"""The manual page names every command and option, and roff takes it without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
from argparse import SUPPRESS
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.cli.commands import commands_of, whole_parser


def test_every_command_with_every_option(run: Callable[..., Any]) -> None:
    outcome = run("manual")
    assert outcome.code == 0
    sections = re.split(r"^\.SS sudoku\\-cp ", outcome.out, flags=re.MULTILINE)[1:]
    pages = {section.partition("\n")[0]: section.replace("\\-", "-") for section in sections}
    commands = commands_of(whole_parser())
    assert list(pages) == list(commands)
    for name, command in commands.items():
        options = {option for action in command._actions if action.help != SUPPRESS for option in action.option_strings}
        entries = {
            word.rstrip(",")
            for line in re.findall(r"^\.TP\n\.B (.*)", pages[name], re.MULTILINE)
            for word in line.split()
        }
        assert options - entries == set(), name


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_roff_takes_the_page(run: Callable[..., Any]) -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z"]
    outcome = subprocess.run(command, input=run("manual").out, capture_output=True, text=True, check=True, timeout=60)
    assert outcome.stderr == ""
