"""Clues within clues, from the document to the answer: at any depth that is allowed, and an error beyond it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.solving.registry import SOLVERS

Command = Callable[..., Any]


def nested_clues(depth: int) -> str:
    """A 4×4 document of clues within clues: none of a cage and none of a cage and …"""
    names = ["none_of" if level % 2 else "any_of" for level in range(depth)]
    paths = [".".join(names[: level + 1]) for level in range(depth)]
    return "size = 4\n" + "".join(
        f'[[{path}]]\n[[{path}.killer]]\ncells = "r1c{level % 4 + 1} r2c{level % 3 + 1}"\nsum = {3 + level % 4}\n'
        for level, path in enumerate(paths)
    )


@pytest.mark.slow
@pytest.mark.parametrize("depth", [12, 40])
@pytest.mark.parametrize("solver", SOLVERS)
def test_clues_within_clues(depth: int, solver: str, run: Command) -> None:
    outcome = run("count", "--solver", solver, "--format", "line", stdin=nested_clues(depth))
    assert (outcome.code, outcome.out) == (0, "86\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (nested_clues(51), "<stdin>:2: .*: combinations are nested more than 100 deep"),
        (nested_clues(300), "<stdin>:2: any_of: clues are nested too deeply"),
        (
            "size = 4\n" + "any_of = [{" * 2000 + 'killer = [{cells = "r1c1", sum = 3}]' + "}]" * 2000,
            "<stdin>: not readable as TOML: arrays are nested too deeply",
        ),
        (nested_clues(600), "<stdin>:.*: a document of more than 1,048,576 characters"),
    ],
    ids=["51", "300", "2000 inline", "2000"],
)
def test_clues_nested_too_deep(text: str, message: str, run: Command) -> None:
    outcome = run("count", stdin=text)
    assert (outcome.code, outcome.out) == (2, "")
    assert re.fullmatch(message + "\n", outcome.err)
