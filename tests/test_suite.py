"""The tests themselves."""

from __future__ import annotations

import ast
import gc
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

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
        TESTS / "solving" / "test_contract.py",
    ]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *map(str, chosen)]
    few = ["-k", "ctrl_c or (count_tells and not SIGHUP) or (interrupt and exact)"]
    run = subprocess.run(
        [*command, *few], cwd=TESTS.parent, preexec_fn=ignore, capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


LEAST_TIMEOUT = 60
"""Seconds after which something may be given up that does not hang."""

LONGEST_PAUSE = 0.1
"""Seconds between two looks at what a test waits for; a longer pause would hope that something has happened."""


def test_no_wait_depends_on_the_speed_of_the_machine() -> None:
    """What has to be stopped is a search of `tests.support.endless`, and what comes by itself is waited for."""
    found = [
        f"{path.relative_to(TESTS)}:{node.lineno}: {ast.unparse(node)}"
        for path in TESTS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and _is_hasty(node)
    ]
    assert found == []


CLOCKS = ("monotonic", "perf_counter", "process_time", "time.time")


def _is_hasty(node: ast.expr) -> bool:
    """Whether a call waits for a short time, written as a number, or a clock is compared with one or added to it."""
    match node:
        case ast.Call():
            timeouts = [word.value for word in node.keywords if word.arg == "timeout"]
            pauses = node.args if ast.unparse(node.func).endswith("sleep") else []
            return _has_short(timeouts) or any(seconds > LONGEST_PAUSE for seconds in _numbers(pauses))
        case ast.Compare():
            return _has_clock(node) and _has_short([node.left, *node.comparators])
        case ast.BinOp(op=ast.Add()):
            return _has_clock(node) and _has_short([node.left, node.right])
    return False


def _has_clock(node: ast.expr) -> bool:
    return any(isinstance(call, ast.Call) and ast.unparse(call.func).endswith(CLOCKS) for call in ast.walk(node))


def _has_short(values: Iterable[ast.expr]) -> bool:
    return any(0 < seconds < LEAST_TIMEOUT for seconds in _numbers(values))


def _numbers(values: Iterable[ast.expr]) -> list[float]:
    constants = [value.value for value in values if isinstance(value, ast.Constant)]
    return [value for value in constants if isinstance(value, int | float)]


@pytest.mark.parametrize(
    ("text", "is_hasty"),
    [
        ("run(command, timeout=59)", True),
        ("run(command, timeout=60)", False),
        ("run(command, timeout=TIMEOUT)", False),
        ("connection.recv(timeout=0)", False),
        ("time.sleep(0.2)", True),
        ("sleep(0.01)", False),
        ("monotonic() - start < 30", True),
        ("30 > time.perf_counter() - start", True),
        ("time.monotonic() < end", False),
        ("monotonic() - start < TIMEOUT", False),
        ("monotonic() + 59", True),
        ("monotonic() + 60", False),
    ],
)
def test_which_waits_are_hasty(text: str, is_hasty: bool) -> None:
    assert _is_hasty(ast.parse(text, mode="eval").body) is is_hasty


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
