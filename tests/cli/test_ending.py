"""Whatever is raised has a message and an exit code of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp.cli.process import TRACEBACK

TIMEOUT = 60


def raising(error: BaseException) -> Callable[..., Any]:
    def ask(self: Any, *arguments: Any) -> Any:
        raise error

    return ask


def shell(command: str, unbuffered: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHON": sys.executable, "PYTHONUNBUFFERED": unbuffered}
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=TIMEOUT, check=False
    )


SUDOKU_CP = '"$PYTHON" -m sudoku_cp'


@pytest.mark.parametrize("error", [ValueError("odd"), RecursionError("deep"), SystemExit(0), SystemExit(1)])
def test_an_unexpected_error_asks_for_a_report(
    run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str, error: BaseException
) -> None:
    replace_solver("cp-sat", _count=raising(error))
    outcome = run("solve", "--solver", "cp-sat", puzzle)
    assert (outcome.code, outcome.out) == (70, "")
    assert f"{type(error).__name__}: {error} (test_ending.py, line " in outcome.err
    assert "please report it with the command, its input" in outcome.err
    assert outcome.err.count("\n") == 1


def test_developers_see_the_traceback(
    run: Callable[..., Any],
    replace_solver: Callable[..., None],
    puzzle: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(TRACEBACK, "1")
    replace_solver("cp-sat", _count=raising(ValueError("odd")))
    outcome = run("solve", "--solver", "cp-sat", puzzle)
    assert outcome.code == 70
    assert outcome.err.startswith("Traceback ")
    assert outcome.err.endswith("ValueError: odd\n")


def test_memory_that_runs_out_is_told_with_the_puzzle(
    run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str
) -> None:
    replace_solver("cp-sat", _count=raising(MemoryError()))
    outcome = run("solve", "--solver", "cp-sat", puzzle)
    assert (outcome.code, outcome.out, outcome.err) == (71, "", "<argument>:1: out of memory\n")


def test_sat_exit_codes_leave_errors_alone(
    run: Callable[..., Any], replace_solver: Callable[..., None], puzzle: str
) -> None:
    replace_solver("cp-sat", _count=raising(ValueError()))
    assert run("solve", "--solver", "cp-sat", puzzle, "--sat-exit-codes").code == 70


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve classic >&-", "sudoku-cp: standard output is closed"),
        ("--help > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("solve --help > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("--version > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("rules > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("solve classic > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("show garden --svg /dev/full", "sudoku-cp: /dev/full: No space left on device"),
        ("check classic --html /dev/full > /dev/null", "sudoku-cp: /dev/full: No space left on device"),
        ("convert --to toml 0> /dev/null", "<stdin>: cannot be read: Bad file descriptor"),
        ("judge poj3074 0> /dev/null", "<stdin>: cannot be read: Bad file descriptor"),
        ("judge poj3074 <&-", "<stdin>: is closed"),
    ],
)
def test_what_cannot_be_written_or_read_is_named(command: str, message: str) -> None:
    outcome = shell(f"{SUDOKU_CP} {command}")
    assert (outcome.returncode, outcome.stderr) == (2, f"{message}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve classic >&-", "sudoku-cp: standard output is closed"),
        ("--help > /dev/full", "sudoku-cp: standard output: No space left on device"),
        ("solve classic > /dev/full", "sudoku-cp: standard output: No space left on device"),
    ],
)
def test_what_cannot_be_written_at_once_is_named(command: str, message: str) -> None:
    outcome = shell(f"{SUDOKU_CP} {command}", unbuffered="1")
    assert (outcome.returncode, outcome.stderr) == (2, f"{message}\n")


@pytest.mark.slow
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(("arguments", "code"), [("classic", 0), ("nosuch", 2), ("--limit 0", 2)])
def test_messages_that_nobody_can_read(arguments: str, code: int, redirection: str) -> None:
    outcome = shell(f"{SUDOKU_CP} solve {arguments} {redirection}")
    assert (outcome.returncode, outcome.stderr) == (code, "")
    assert bool(outcome.stdout) == (code == 0)


@pytest.mark.slow
def test_a_process_that_runs_out_of_memory(tmp_path: Path) -> None:
    weights = "\n".join(["1 1 1 1 1 1 1 1 1"] * 9)
    (tmp_path / "flat.toml").write_text(f"size = 9\nmaximize = '''\n{weights}\n'''\n")
    outcome = shell(f"ulimit -v 60000; cd {shlex.quote(str(tmp_path))}; {SUDOKU_CP} solve --best 3000000 flat.toml")
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (71, "", "flat.toml:1: out of memory\n")
