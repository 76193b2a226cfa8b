"""Signals that end a command, to a process of its own."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sudoku_cp._base.systems import ENDING_SIGNALS
from sudoku_cp.cli import main

OPEN = "." * 81
"""A grid with far more solutions than can be counted."""

TIMEOUT = 60
"""Seconds after which a process is given up."""

Ignored = tuple[signal.Signals, ...]


@contextmanager
def started(*arguments: str, ignored: Ignored = (), **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A command that inherits some signals as ignored."""

    def prepare() -> None:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    command = [sys.executable, "-m", "sudoku_cp", *arguments]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, preexec_fn=prepare, text=True, **{**pipes, **options}) as process:
        try:
            yield process
        finally:
            process.kill()


def handles(process: subprocess.Popen[str], number: signal.Signals) -> bool:
    """Whether the process has a handler of its own for the signal by now."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    [caught] = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith("SigCgt:")]
    return bool(caught >> (number - 1) & 1)


def has_children(process: subprocess.Popen[str]) -> bool:
    return bool(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())


def wait_until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc tells when a process is ready")


@contextmanager
def terminal() -> Iterator[tuple[int, Callable[[str], str]]]:
    """A terminal, and a function that reads what is written to it until a pattern occurs."""
    ours, theirs = os.openpty()
    text = ""

    def read_until(pattern: str) -> str:
        nonlocal text
        while not re.search(pattern, text):
            assert select.select([ours], [], [], TIMEOUT)[0], text
            text += os.read(ours, 1 << 16).decode()
        return text

    try:
        yield theirs, read_until
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.slow
@pytest.mark.parametrize("number", ENDING_SIGNALS)
def test_a_count_tells_what_is_known(number: signal.Signals, puzzle: str) -> None:
    """Once the progress line tells of solutions of the second puzzle."""
    with terminal() as (screen, read_until), started("count", "--format", "jsonl", stderr=screen) as process:
        assert process.stdin is not None
        process.stdin.write(f"{puzzle}\n{OPEN}\n")
        process.stdin.flush()
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["count"] == 1
        read_until(r":2: .* solutions")
        process.send_signal(number)
        out, _ = process.communicate(timeout=TIMEOUT)
        assert read_until(r"\r\x1b\[K").endswith("\r\x1b[K")  # the line is erased, and no message follows
    assert process.returncode == 130
    record = json.loads(out)
    assert (record["status"], record["exact"]) == ("limit", False)
    assert record["count"] > 0


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("command", ["solve", "count", "check", "candidates", "convert", "judge", "show"])
def test_waiting_for_input_ends(command: str, puzzle: str) -> None:
    further = {"convert": ["--to", "grid"], "judge": ["poj3074"]}.get(command, [])
    with started(command, *further) as process:
        assert process.stdin is not None
        process.stdin.write(f"{puzzle}\n")
        process.stdin.flush()
        wait_until(lambda: handles(process, signal.SIGTERM))
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=TIMEOUT)  # before the pipe is closed
        _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "Traceback" not in err


@needs_proc
def test_ignored_signals_stay_ignored(puzzle: str) -> None:
    with started("solve", "--format", "line", ignored=ENDING_SIGNALS) as process:
        assert process.stdin is not None
        process.stdin.write(f"{puzzle}\n")
        process.stdin.flush()
        assert process.stdout is not None
        assert len(process.stdout.readline()) == 82
        for number in ENDING_SIGNALS:
            assert not handles(process, number)
            process.send_signal(number)
        out, err = process.communicate(f"{puzzle}\n", timeout=TIMEOUT)
    assert (process.returncode, len(out), err) == (0, 82, "")


@pytest.mark.slow
@needs_proc
def test_the_page_of_a_check_is_written(tmp_path: Path, puzzle: str) -> None:
    page = tmp_path / "page.html"
    page.write_text("older")
    with started("check", "--html", str(page), "--format", "line") as process:
        assert process.stdin is not None
        process.stdin.write(f"{puzzle}\n" * 3)
        process.stdin.flush()
        assert process.stdout is not None
        assert process.stdout.readline() == "agree\n"
        assert page.read_text() == "older"
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "</html>" in page.read_text()


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("number", ENDING_SIGNALS)
def test_a_run_of_random_models_tells_what_is_known(number: signal.Signals, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("older")
    with started("fuzz", "--html", str(page), "--jobs", "2", "--time", "10m", "--format", "jsonl") as process:
        wait_until(lambda: has_children(process))
        process.send_signal(number)
        out, err = process.communicate(timeout=TIMEOUT)  # its workers hold the pipe, too: they have ended
    assert (process.returncode, err) == (130, "")
    [summary] = map(json.loads, out.splitlines())
    assert (summary["faults"], summary["verdicts"]["disagree"]) == (0, 0)
    assert "</html>" in page.read_text()


def test_main_leaves_handlers_as_they_were(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = [signal.getsignal(number) for number in ENDING_SIGNALS]
    assert main(["solve", puzzle]) == 0
    assert [signal.getsignal(number) for number in ENDING_SIGNALS] == before
