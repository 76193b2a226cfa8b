from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from sudoku_cp import Sudoku
from sudoku_cp.authoring.generation import Generated
from sudoku_cp.cli import output
from sudoku_cp.model.limits import Progress


def test_generate(run: Callable[..., Any]) -> None:
    outcome = run("generate", "--count", 4, "--seed", 3, "--symmetry", "rot180", "--givens", "24..30")
    assert outcome.code == 0
    for record in outcome.records:
        assert (record["verdict"], record["count"], record["seed"]) == ("unique", 1, 3)
        assert 24 <= record["givens"] == 81 - record["grid"].count(".") <= 30
        sudoku = Sudoku(9)
        sudoku.give_grid(record["grid"])
        assert sudoku.count(2).count == 1
        [solution] = sudoku.solutions()
        assert "".join(map(str, solution.values_in_order)) == record["solution"]
        marks = [mark == "." for mark in record["grid"]]
        assert marks == marks[::-1]
    lines = run("generate", "--count", 4, "--seed", 3, "--symmetry", "rot180", "--givens", "24..30", "--format", "line")
    assert lines.out.split() == [record["grid"] for record in outcome.records]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_records(run: Callable[..., Any]) -> None:
    arguments = ("generate", "--count", 9, "--model", "windoku")
    assert run(*arguments).out == run(*arguments, "--threads", 2).out
    assert run(*arguments).out != run(*arguments, "--seed", 1).out


def test_a_file(run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "thermo.toml"
    path.write_text('size = 4\nsymbols = "ABCD"\n[[thermo]]\nline = "r1c1 r1c2 r1c3"\n', encoding="utf-8")
    [record] = run("generate", path, "--seed", 2).records
    first = record["solution"][:3]
    assert first == "".join(sorted(first))
    assert set(record["solution"]) == set("ABCD")
    text = run("generate", path, "--format", "text").out
    assert "givens, seed 0, attempt " in text


def test_new_clues_are_in_the_document(run: Callable[..., Any]) -> None:
    [record] = run("generate", "--clues", "killer:2,thermo:1", "--model", "windoku").records
    assert record["document"].count("[[killer]]") == 2
    found = run("solve", "-", stdin=record["document"]).records[0]
    assert (found["verdict"], found["solution"]) == ("unique", record["solution"])


def test_a_limit(run: Callable[..., Any]) -> None:
    outcome = run("generate", "--givens", "17", "--time-limit", "0.05")  # hardly ever found
    assert outcome.code == 3
    assert re.fullmatch(r"0 of 1 puzzles were found within the time limit, in [\d,]+ attempts?\n", outcome.err)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_run_without_luck_says_how_far_it_came(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    def generate(*_: Any, on_progress: Callable[[Progress], None], **wishes: Any) -> Iterator[Generated]:
        on_progress(Progress(1.0, 77, 2))  # of the search for two solutions
        on_progress(Progress(3.0, 0, 0, attempts=1234))
        yield from ()

    monkeypatch.setattr("sudoku_cp.cli.generate.generate", generate)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    monkeypatch.setattr(output, "_DELAY", -1.0)
    monkeypatch.setattr(output, "_INTERVAL", -1.0)
    outcome = run("generate", "--time-limit", "1e-6")
    search, attempts = (
        "\rclassic:1: 1 s, 77 nodes, 2 solutions\x1b[K",
        "\rclassic:1: 3 s, 1,234 attempts, 0 puzzles\x1b[K",
    )
    message = "0 of 1 puzzles were found within the time limit, in 1,234 attempts\n"
    assert outcome.err == (f"{search}{attempts}\r\x1b[K" if is_terminal else "") + message
    assert outcome.code == 3


def test_a_run_without_luck_says_why_and_ends(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Few clues and givens, with standard error redirected and no limit: the end comes whatever the machine."""

    def generate(*_: Any, on_progress: Callable[[Progress], None], cancel: Event, **__: Any) -> Iterator[Generated]:
        while not cancel.wait(0.001):
            on_progress(Progress(3.0, 0, 0, attempts=1234))
        yield from ()

    monkeypatch.setattr("sudoku_cp.cli.generate.generate", generate)
    monkeypatch.setattr("sudoku_cp.cli.generate.NOTICE", 0.0)
    monkeypatch.setattr("sudoku_cp.cli.generate.PATIENCE", 0.05)
    why = "in 1,234 attempts: few clues and givens rarely leave one solution: ask for more"
    outcome = run("generate", "--clues", "killer:12", "--givens", 0)
    assert (outcome.code, outcome.out) == (3, "")
    notice, end = outcome.err.splitlines()
    assert notice == f"no puzzle for 0 seconds, {why}"
    assert end == (f"0 of 1 puzzles were found, the last 0.05 seconds without one, {why}; --time-limit S waits longer")
    assert len(run("generate", "--givens", 0, "--quiet").err.splitlines()) == 1
    assert "puzzles of such difficulty are rare" in run("generate", "--rating", 9).err


def test_ratings_are_recorded(run: Callable[..., Any]) -> None:
    [record] = run("generate", "--rating", "1..2.6", "--givens", "32..36").records
    assert record["explainer"] == run("rate", record["grid"]).records[0]["explainer"]
    assert 1 <= record["explainer"]["er"] <= 2.6


def test_a_puzzle_with_one_solution_gives_one(run: Callable[..., Any]) -> None:
    outcome = run("generate", "killer", "--count", "2")
    assert (outcome.code, len(outcome.out.splitlines())) == (2, 1)
    assert "killer has one solution already" in outcome.err


def test_paths_are_recorded(run: Callable[..., Any]) -> None:
    arguments = ("generate", "--model", "windoku", "--seed", "2", "--givens", "30", "--path")
    [record] = run(*arguments).records
    assert record["steps"] == run("path", record["grid"], "--model", "windoku").records[0]["steps"]
    assert f"; {len(record['steps'])} steps: " in run(*arguments, "--format", "text").out
    refused = run(*arguments, "--format", "line")
    assert (refused.code, refused.err) == (2, "--format line has no place for a path: use text or jsonl\n")


def test_clues_without_room(run: Callable[..., Any]) -> None:
    outcome = run("generate", "--model", "classic", "--clues", "killer:60")
    assert outcome.code == 2
    assert "no room for these clues" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--givens", "x"), "x is not a number or a range such as 24..28"),
        (("--givens", "30..20"), "classic:1: 30..20 givens"),
        (("--symmetry", "rot45"), "there is no symmetry rot45"),
        (("--count", "0"), "0 is not an integer"),
        (("--seed", "-1"), "a seed must be at least 0"),
        (("--model", "nonesuch"), "nonesuch"),
        (("--pattern", "..."), "the pattern has 3 characters"),
        (("11" + "." * 14,), "has no solution"),
        (("--column", "x"), "there is no option --column"),
        (("--rating", "hard"), "hard is not a rating or a range such as 3.4..4.2"),
        (("--rating", "2..1"), "must not exceed"),
        (("--rating", "99"), "ratings 99.0..99.0: the rater's are from 1.0 to 14.6"),
        (("--technique", "magic"), "there is no technique magic"),
        (("--rating", "2", "--model", "windoku"), "only classic 9×9 sudokus have a rating"),
        (("--clues", "killer"), "killer: is not a rule and a number"),
        (("--clues", "killer:2", "--format", "line"), "--format line has no place for clues"),
    ],
)
def test_bad_input(run: Callable[..., Any], arguments: tuple[str, ...], message: str) -> None:
    outcome = run("generate", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
