"""The profile of Hypothesis, and what every test runs with: usual signals, a time limit, no rules of other tests."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from sudoku_cp.rules import RULES, registry

pytest.register_assert_rewrite("tests.support")  # before it is imported

settings.register_profile(
    "sudoku-cp",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("sudoku-cp")

collect_ignore = ["sudoku_cp/_native.py", "sudoku_cp/_verifier.py"]
"""They stand in for compiled modules that are missing."""

TIME_LIMIT = 1200
"""Seconds after which a test is taken to hang, on a machine that is slow and busy with much else, too."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let no test hang, where pytest-timeout is installed."""
    if config.pluginmanager.hasplugin("timeout"):
        for item in items:
            item.add_marker(pytest.mark.timeout(TIME_LIMIT))


@pytest.fixture(scope="session", autouse=True)
def compiled_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what processes that tests start compile, so that the next one need not do it again."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp().parent / "compiled"))
        yield


@pytest.fixture(autouse=True)
def usual_signals() -> Iterator[None]:
    """Hear Ctrl-C, SIGTERM and SIGHUP as usual, though the tests may have been started with ``&`` or by nohup.

    Python ignores what is raised in a callback of the garbage collector, a KeyboardInterrupt too; Hypothesis leaves one
    there, to measure time.
    """
    gc.callbacks.clear()
    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler),
        signal.SIGTERM: signal.signal(signal.SIGTERM, signal.SIG_DFL),
        signal.SIGHUP: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def spare_registry() -> Iterator[None]:
    """Forget after each test the rules that it declares."""
    before = dict(RULES)
    yield
    registry._rules.clear()
    registry._rules.update(before)
