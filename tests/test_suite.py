"""The tests themselves."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

TESTS = Path(__file__).parent


@pytest.mark.slow
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
        [*command, *few], cwd=TESTS.parent, preexec_fn=ignore, capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def hypothesis_has_run() -> None:
    @given(st.booleans())
    def anything(value: bool) -> None:
        pass

    anything()


def test_no_interrupt_is_lost_while_garbage_is_collected(hypothesis_has_run: None) -> None:
    """What a callback of the collector raises is ignored, and a test that waits for it would hang."""
    assert gc.callbacks == []


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    if not request.config.pluginmanager.hasplugin("timeout"):
        pytest.skip("pytest-timeout is not installed")
    assert [item.nodeid for item in request.session.items if item.get_closest_marker("timeout") is None] == []
