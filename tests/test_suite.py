"""The tests themselves."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_they_pass_where_signals_are_ignored() -> None:
    """As after ``pytest &`` in a script, or after nohup."""

    def ignore() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    chosen = [
        TESTS / "cli" / "test_solve.py",
        TESTS / "cli" / "test_signals.py",
        TESTS / "backends" / "test_contract.py",
    ]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *map(str, chosen)]
    few = ["-k", "ctrl_c or (count_tells and not SIGHUP) or (interrupt and exact)"]
    run = subprocess.run(
        [*command, *few], cwd=TESTS.parent, preexec_fn=ignore, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
