"""Inputs that once ended in a fault, a hang or without memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (" " * 60_000 + "%\n", "column 60001: '%' is not a digit"),
        ("a." * 30_000 + "b = 1\n", "a key has more than 400 parts"),
        ('"a" .' * 10_000 + "b = 1\n", "a key has more than 400 parts"),
        (
            "size = 4\n\n[" + "a." * 30_000 + "b]\n",
            "<stdin>:3: not readable as TOML",
        ),
    ],
)
def test_texts(run: Callable[..., Any], stdin: str, message: str) -> None:
    outcome = run("solve", stdin=stdin)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.parametrize("key", ["lines", "arrows", "overlays", "underlays"])
@pytest.mark.parametrize("value", ["1.5", "10", "true", '{"a": 1}', '"text"'])
def test_drawings_of_sudokupad(run: Callable[..., Any], key: str, value: str) -> None:
    document = '{"cells": [[{}, {}], [{}, {}]], "%s": %s}' % (key, value)  # noqa: UP031
    outcome = run("solve", "--ignore-unsupported", stdin=document)
    assert (outcome.code, outcome.out) == (2, "")
    assert key in outcome.err


def test_a_file_of_rules_that_is_nested_too_deep(run: Callable[..., Any], tmp_path: Path) -> None:
    for text in ("(" * 500 + ")" * 500, "-" * 20_000 + "1"):
        (tmp_path / "mine.py").write_text(text)
        outcome = run("rules", "--rules", tmp_path / "mine.py")
        assert (outcome.code, outcome.out) == (2, "")
        assert "nested" in outcome.err


@pytest.mark.parametrize("option", ["--node-limit", "--limit", "--model", "--symbols", "--target"])
def test_an_option_without_its_value(run: Callable[..., Any], puzzle: str, option: str) -> None:
    outcome = run("solve", f"{option}=--", puzzle)
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected one argument" in outcome.err
