"""Numbers of thousands of digits, which Python does not convert: messages, as for all wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sudoku_cp.cli import main

LONG = "1" * 5000
PUZZLE = "1" + "." * 80


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--column", LONG, PUZZLE],
        ["solve", "--threads", LONG, PUZZLE],
        ["solve", "--node-limit", LONG, PUZZLE],
        ["solve", "--time-limit", LONG, PUZZLE],
        ["count", "--limit", LONG, PUZZLE],
        ["count", "--target", LONG, PUZZLE],
        ["check", "--set-limit", LONG, PUZZLE],
        ["generate", "--seed", LONG],
        ["generate", "--givens", LONG],
        ["generate", "--clues", f"thermo:{LONG}"],
        ["generate", "--rating", LONG],
        ["fuzz", "--seed", LONG],
        ["corpus", "--executor", f"threads:{LONG}", "--out", "x", "y"],
        ["reduce", "--weights", f"givens={LONG}", PUZZLE],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[1]}",
)
def test_an_option_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _code(arguments) == 2
    said = capsys.readouterr().err
    assert len(said) < 1500
    assert "111" in said
    assert "set_int_max_str_digits" not in said


DOCUMENTS = {
    "a size": f"size = {LONG}\n",
    "a sum": f"size = 4\n[[killer]]\ncells = 'r1c1 r1c2'\nsum = {LONG}\n",
    "a number with underscores": f"size = 4\n[[killer]]\ncells = 'r1c1'\nsum = {'1_' * 4999}1\n",
    "JSON": json.dumps({"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)]}).replace(": 9", f": {LONG}"),
    "a cell": f"size = 4\n[[killer]]\ncells = 'r{LONG}c1'\nsum = 1\n",
    "a picture": f"+-+-+\n| {LONG} | 2 |\n+-+-+\n",
    "towers": f"begin\npuzzle skyscraper\nsize 4\nclabels\n{LONG} - - -\n- - - -\nend\n",
    "numbers": "\n".join([f"{LONG} 2 3 4", *["0 0 0 0"] * 3]),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long"
    path.write_text(DOCUMENTS[name], encoding="utf-8")
    assert _code(["solve", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}:")
    assert "set_int_max_str_digits" not in said


def test_the_line_of_a_long_number_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.toml"
    path.write_text(DOCUMENTS["a sum"], encoding="utf-8")
    assert _code(["solve", str(path)]) == 2
    assert capsys.readouterr().err == f"{path}:4: a number of more than 4,300 digits\n"


def test_a_walkthrough_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "walk.toml"
    path.write_text(f"title = 'x'\na = {LONG}\n", encoding="utf-8")
    assert _code(["path", PUZZLE, "--walkthrough", str(path)]) == 2
    assert capsys.readouterr().err.endswith(f"{path}:2: a number of more than 4,300 digits\n")


def _code(arguments: list[str]) -> int | str | None:
    try:
        return main(arguments)
    except SystemExit as end:
        return end.code
