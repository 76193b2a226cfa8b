from __future__ import annotations

import fcntl
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import models
from sudoku_cp.cli.process import PIPE
from sudoku_cp.cli.puzzles import opened
from sudoku_cp.formats.registry import looks_like_puzzle


def test_standard_input(run: Callable[..., Any], puzzle: str) -> None:
    for arguments in ((), ("-",)):
        [record] = run("solve", *arguments, stdin=puzzle).records
        assert (record["source"], record["line"]) == ("<stdin>", 1)


def test_a_pipe_holds_many_lines(monkeypatch: pytest.MonkeyPatch, puzzle: str) -> None:
    reading, writing = os.pipe()
    with open(reading, encoding="ascii") as stdin, open(writing, "wb") as stdout:
        monkeypatch.setattr("sys.stdin", stdin)
        with opened("-") as (stream, _):
            assert fcntl.fcntl(stdout, fcntl.F_GETPIPE_SZ) == PIPE
            lines = f"{puzzle}\n".encode() * (
                PIPE // 100
            )  # with nobody reading yet, they would not fit the usual 64 KB
            stdout.write(lines)
            stdout.close()
            assert isinstance(stream, io.BufferedReader)
            assert stream.read() == lines


def test_files_in_their_order(run: Callable[..., Any], puzzle: str, tmp_path: Path) -> None:
    first, second = tmp_path / "ä.txt", tmp_path / "b.txt"
    first.write_text(f"\n{puzzle}\n")
    second.write_text(puzzle)
    outcome = run("solve", first, "-", second, stdin=puzzle)
    assert [(record["source"], record["line"]) for record in outcome.records] == [
        (str(first), 2),
        ("<stdin>", 1),
        (str(second), 1),
    ]


def test_a_shipped_puzzle(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert "target" in models.puzzles()
    assert run("solve", "target").records[0]["source"] == "target"
    (tmp_path / "target").mkdir()
    assert run("solve", "target").records[0]["objective"] == 2856
    (tmp_path / "target").rmdir()
    (tmp_path / "target").write_text("." * 16)
    assert len(run("solve", "target").records[0]["solution"]) == 16
    assert len(run("solve", "classic.txt", "--limit", "1").records) > 1


def test_a_file_goes_before_a_puzzle_of_its_name(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ("." * 16 + "1")[1:]).write_text("12" + "." * 14)
    assert run("solve", ("." * 16 + "1")[1:]).records[0]["solution"].startswith("12")


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("." * 81, True),
        ("0" * 16, True),
        ("A" * 256, True),
        ("1" * 80, False),
        ("1..4", False),
        ("puzzles_2024.txt", False),
        ("/" * 81, False),
        ("12\n..\n", True),
    ],
)
def test_what_looks_like_a_puzzle(argument: str, expected: bool) -> None:
    assert looks_like_puzzle(argument) is expected


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("nosuch", "No such file or directory; the shipped puzzles are "),
        ("gardn", "No such file or directory: did you mean garden?\n"),
        ("no/such.txt", "No such file or directory\n"),
        (".", "Is a directory\n"),
    ],
)
def test_what_cannot_be_read(run: Callable[..., Any], puzzle: str, argument: str, message: str) -> None:
    outcome = run("solve", argument, puzzle)
    assert outcome.code == 2
    assert outcome.err.startswith(f"{argument}: cannot be read: {message}")
    assert len(outcome.records) == 1


def test_a_file_that_was_meant(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "monday_puzzles.txt").touch()
    message = "No such file or directory: did you mean monday_puzzles.txt?"
    assert message in run("solve", tmp_path / "monday_puzzle.txt").err
    assert "did you mean" not in run("solve", tmp_path / "garden").err, "a shipped puzzle has no folder"
    monkeypatch.chdir(tmp_path)
    assert message in run("solve", "monday-puzzles.txt").err


@pytest.mark.parametrize("command", ["show", "solve", "convert --to toml", "candidates"])
def test_a_model_that_is_not_known_is_refused_where_no_puzzle_needs_it(run: Callable[..., Any], command: str) -> None:
    outcome = run(*command.split(), "garden", "--model", "kiler")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no model kiler: did you mean killer?" in outcome.err


def test_an_empty_file(run: Callable[..., Any]) -> None:
    outcome = run("solve", stdin="")
    assert (outcome.code, outcome.out, outcome.err) == (2, "", "<stdin>: no puzzle found\n")
