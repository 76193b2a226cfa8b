"""Questions divided into cubes, on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp import __version__

KILLER = 'size = 6\n[[killer]]\ncells = "r1c1 r2c2"\nsum = 7\n[[killer]]\ncells = "r1c2 r2c3"\nsum = 3\n'


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "killer.toml"
    path.write_text(KILLER)
    return path


def test_count(run: Callable[..., Any], puzzle: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    plain = run("count", puzzle).records[0]["count"]
    options = ("--executor", "threads:2", "--journal", journal, "--cube-seconds", 0.1)
    assert run("count", puzzle, *options).records[0]["count"] == plain
    verified = run("verify", journal, "--puzzle", puzzle)
    record = verified.records[0]
    assert (verified.code, record["verdict"], record["result"]) == (0, "verified", {"count": plain})
    text = run("verify", journal, "--format", "text").out
    assert f"{plain:,} solutions in the whole space, in " in text
    assert f"(version {__version__})" in text
    assert record["version"] == __version__
    assert run("count", puzzle, *options).records[0]["count"] == plain
    other = run("count", "1...............", *options)
    assert (other.code, "was written for another model" in other.err) == (2, True)


def test_solve_and_candidates(run: Callable[..., Any], puzzle: Path) -> None:
    for arguments in (("solve", puzzle), ("solve", "--limit", 1, puzzle), ("candidates", puzzle), ("solve", "target")):
        plain, divided = run(*arguments), run(*arguments, "--executor", "threads:1")
        kept = ("verdict", "count", "objective", "candidates", "exact")
        assert [plain.records[0].get(key) for key in kept] == [divided.records[0].get(key) for key in kept]
        assert plain.code == divided.code


def test_best_scores(run: Callable[..., Any], tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    plain = run("solve", "--best", 2, "target")
    divided = run("solve", "--best", 2, "target", "--journal", journal)
    assert [record["objective"] for record in divided.records] == [record["objective"] for record in plain.records]
    assert run("verify", journal, "--puzzle", "target").code == 0
    wrong = run("verify", journal, "--puzzle", "classic")
    assert (wrong.code, wrong.records[0]["verdict"]) == (4, "rejected")
    assert "another model" in wrong.records[0]["reason"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("count", "--executor", "cores", "1..."), "cores is no executor"),
        (("count", "--executor", "threads:0", "1..."), "threads:0 is no executor"),
        (("count", "--journal", "/nowhere/journal", "1..."), "the folder /nowhere does not exist"),
        (("count", "--journal", "/dev/full", "1..."), "is not a file"),
        (("count", "--cube-seconds", "0", "1..."), "0 is not a number of seconds"),
        (
            ("count", "--estimate", "9", "--executor", "threads", "1..."),
            "--estimate cannot be divided: leave out --exec",
        ),
        (("solve", "--all", "--cube-seconds", "9", "1..."), "--all cannot be divided: leave out --cube-seconds"),
    ],
)
def test_refused(run: Callable[..., Any], arguments: tuple[str, ...], message: str) -> None:
    try:
        outcome = run(*arguments)
    except SystemExit:
        pytest.fail("the command has ended the process")
    assert (outcome.code, message in outcome.err) == (2, True), outcome.err


@pytest.mark.parametrize("content", ['{"journal"', '{"journal":"sudoku-cp cubes 1"}\n', '{"journal":7}\n{"cube":3}\n'])
def test_verify_rejects_damaged_journals(run: Callable[..., Any], content: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(content)
    outcome = run("verify", path)
    assert (outcome.code, outcome.records[0]["verdict"]) == (4, "rejected")


SIX = """
size = 6
grid = '''
1 2 3 . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .'''

[[killer]]
cells = "r2c1 r3c3"
"""

COMPLETIONS = 29_376 * 6
"""The number of solutions of this puzzle: those with a full first row, by CP-SAT, times the orders of 4, 5 and 6."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_goes_on(number: signal.Signals, run: Callable[..., Any], tmp_path: Path) -> None:
    """It would have tens of thousands of cubes: it is ended long before."""
    puzzle, journal = tmp_path / "six.toml", tmp_path / "journal"
    puzzle.write_text(SIX)
    command = [sys.executable, "-m", "sudoku_cp", "count", str(puzzle), "--journal", str(journal)]
    command += ["--executor", "processes:1", "--cube-seconds", "0.0001"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 4):
            time.sleep(0.02)
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=240)
    if number == signal.SIGINT:
        assert process.returncode == 130, err
        assert json.loads(out)["status"] == "limit"
    assert run("verify", journal).code == 3
    assert run("count", puzzle, "--journal", journal, "--cube-seconds", 5).records[0]["count"] == COMPLETIONS
    assert run("verify", journal, "--puzzle", puzzle).code == 0
