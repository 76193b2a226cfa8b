from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.formats import WRITABLE


@pytest.mark.parametrize("name", sorted(set(WRITABLE) - {"poj3076"}))
def test_there_and_back(run: Callable[..., Any], puzzle: str, name: str) -> None:
    there = run("convert", puzzle, "--to", name)
    assert (there.code, there.err) == (0, "")
    back = run("convert", "--to", "line", "--input-format", name, stdin=there.out)
    assert (back.code, back.out) == (0, puzzle + "\n")


def test_a_model_makes_a_document_of_a_grid(run: Callable[..., Any], puzzle: str) -> None:
    document = run("convert", puzzle, "--to", "toml", "--model", "target")
    assert "maximize" in document.out
    assert run("solve", stdin=document.out).records[0]["status"] == "optimal"


def test_what_a_format_cannot_say(run: Callable[..., Any]) -> None:
    outcome = run("convert", "killer", "--to", "line")
    assert (outcome.code, outcome.out) == (2, "")
    assert "only a TOML document can say" in outcome.err


def test_what_was_read_before_a_bad_puzzle_is_written(run: Callable[..., Any], puzzle: str) -> None:
    outcome = run("convert", "--to", "line", stdin=f"{puzzle}\n12x\n")
    assert (outcome.code, outcome.out) == (2, puzzle + "\n")
    assert outcome.err.startswith("<stdin>:2: ")
