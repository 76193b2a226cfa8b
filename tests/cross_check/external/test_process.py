"""Processes that do not end, write too much or break down, and what is exchanged with them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import monotonic

import pytest

from sudoku_cp.cross_check.external import ExternalSolver, command
from sudoku_cp.cross_check.external.process import MOST_SENT, Process, start_function

TIMEOUT = 60


def script(program: str) -> ExternalSolver:
    solver = command("program")
    solver._words = [sys.executable, "-c", program]  # type: ignore[attr-defined]
    return solver


def talk(process: Process, text: bytes, seconds: float = TIMEOUT) -> tuple[bytes, int, str]:
    """What it writes until it ends or for some time, its status and its last error."""
    with process:
        process.send(text)
        process.send_end()
        written, until = b"", monotonic() + seconds
        while monotonic() < until and (data := process.exchange(0.05)) != b"":
            written += data or b""
        process.ended_within(seconds)
        return written, process.end(), process.last_error


def test_all_that_is_written_comes_back() -> None:
    text = "äöü\n".encode() * 100_000
    program = "import sys; sys.stdout.write(sys.stdin.read() * 3)"
    assert talk(script(program).start(), text) == (text * 3, 0, "")


@pytest.mark.slow
def test_much_is_exchanged_line_by_line() -> None:
    """Neither side may wait for the other with a full pipe."""
    text = b"x" * 99 + b"\n"
    program = "import sys\nfor line in sys.stdin: print(line * 3, end='', flush=True); print(line, file=sys.stderr)"
    written, status, last = talk(script(program).start(), text * 20_000)
    assert (written == text * 60_000, status, last) == (True, 0, "x" * 99)


def test_a_process_that_does_not_read() -> None:
    assert talk(script("print('early')").start(), b"x" * 1_000_000) == (b"early\n", 0, "")


def test_there_is_room_until_much_waits() -> None:
    with script("import time; time.sleep(600)").start() as process:
        assert process.has_room
        process.send(b"x" * (2 * MOST_SENT))
        assert not process.has_room
    with script("import sys; sys.stdin.read()").start() as process:
        process.send_end()
        assert not process.hears
        assert not process.has_room


@pytest.mark.slow
def test_what_it_started_ends_with_it() -> None:
    """Its child would keep what it writes to open for ten minutes."""
    program = "import subprocess, sys, time\nprint(subprocess.Popen(['sleep', '600']).pid, flush=True)\ntime.sleep(600)"
    until = monotonic() + TIMEOUT
    with script(program).start() as process:
        written = b""
        while not written.endswith(b"\n") and monotonic() < until:
            written += process.exchange(0.05) or b""
        assert process.end() == -9
    until = monotonic() + TIMEOUT
    while _lives(int(written)):
        assert monotonic() < until


def _lives(pid: int) -> bool:
    """Whether a process runs, and is not just waiting to be taken note of."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_the_last_line_of_its_errors() -> None:
    program = "import sys; print('half'); sys.exit('first\\nla\\x1b[31mst\\n')"
    assert talk(script(program).start(), b"") == (b"half\n", 1, "la\N{REPLACEMENT CHARACTER}[31mst")


@pytest.mark.slow
def test_errors_without_end_take_no_memory() -> None:
    program = "import sys\nfor number in range(100_000): print('x' * 99, number, file=sys.stderr)"
    process = script(program).start()
    assert talk(process, b"")[1:] == (0, f"{'x' * 99} 99999")
    assert len(process._tail) <= 4096


def answer(call: Callable[[str], object]) -> tuple[bytes, int, str]:
    return talk(start_function(call), b'"one"\n"two"\n')


def test_a_function_is_called_for_each_line() -> None:
    said = []

    def call(text: str) -> list[str]:
        said.append(text)
        print(text)
        return said

    assert answer(call) == (b'{"answers": ["one"]}\n{"answers": ["one", "two"]}\n', 0, "two")
    assert not said, "it is called in a process of its own"


def test_a_function_that_raises_goes_on() -> None:
    def call(text: str) -> None:
        if text == "one":
            raise ValueError("no")

    written, status, _ = answer(call)
    assert written.startswith(b'{"failed": "it raises ValueError: no (test_process.py, line ')
    assert (written.splitlines()[1], status) == (b'{"answers": ["-"]}', 0)


def test_a_function_that_ends_its_process() -> None:
    assert answer(lambda text: os._exit(7)) == (b"", 7, "")
    assert answer(lambda text: sys.exit(3)) == (b"", 3, "")
