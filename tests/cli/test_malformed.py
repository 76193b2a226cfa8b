"""Malformed inputs; ``python -m tests.cli.malformed --seed N`` tries two thousand others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.malformed.cases import Case
from tests.cli.malformed.trial import Trial, faults

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_malformed_inputs() -> None:
    command = [sys.executable, "-m", "tests.cli.malformed", "--seed", "0", "--cases", "100"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1100, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout + run.stderr
    assert run.stdout.startswith("100 cases, seed 0: 0 wrong")


def test_what_counts_as_wrong() -> None:
    refused = Case("", ["solve"], allowed=frozenset({2}))
    assert not list(faults(refused, Trial(2, b"", "a message\n", 1)))
    for trial in (
        Trial(1, b"", "a message\n", 1),
        Trial(-9, b"", "a message\n", 1),
        Trial(2, b"", "", 1),
        Trial(2, b"", "Traceback (most recent call last):\n", 1),
        Trial(2, b"", "a \x1b[2J message\n", 1),
        Trial(2, b"\xc2\x9b", "a message\n", 1),
        Trial(2, b"", "x" * 50_000, 1),
    ):
        assert len(list(faults(refused, trial))) == 1
