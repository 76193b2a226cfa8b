"""Commands that do not end, write too much or break down."""

from __future__ import annotations

import sys

import pytest

from sudoku_cp.cross_check.outside.process import run_command


def script(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_all_that_is_written_comes_back() -> None:
    text = "äöü\n" * 100_000
    assert run_command(script("import sys; sys.stdout.write(sys.stdin.read() * 3)"), text, None) == (text * 3, "")


def test_writing_without_end() -> None:
    written, failed = run_command(script("while True: print('1' * 81)"), "", 60)
    assert (written, failed) == ("", "it writes more than 16 MB")


def test_much_may_be_written_about_much() -> None:
    text = "1" * (1 << 21)
    written, failed = run_command(script("import sys; print(sys.stdin.read() * 9)"), text, None)
    assert (len(written), failed) == (len(text) * 9 + 1, "")


def test_what_it_started_ends_with_it() -> None:
    """Its child would keep what it writes to open for a minute, and be waited for."""
    sleep = "import time; time.sleep(60); print('late')"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleep!r}])"
    with pytest.raises(TimeoutError, match=r"no answer within 1 s"):
        run_command(script(program), "", 1)


def test_the_last_line_of_its_errors() -> None:
    program = "import sys; print('half'); sys.exit('first\\nlast')"
    assert run_command(script(program), "", None) == ("half\n", "it ended with code 1: last")
