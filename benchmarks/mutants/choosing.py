"""A pytest plugin that runs listed tests inside a copy of the project with a mutant.

    pytest -p benchmarks.mutants.choosing --chosen FILE

The file has JSON: ``limits``, the time limit of each test in seconds, in the order of execution, and ``seconds``, after
which no further test is started. The results are written to the same file: ``ran``, the number of tests, and
``failed``, the test that failed, or null.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

import pytest


class Chooser:
    """Selects, orders and limits tests."""

    def __init__(self, file: Path) -> None:
        wanted = json.loads(file.read_text(encoding="utf-8"))
        self._file = file
        self._limits: dict[str, float] = wanted["limits"]
        self._end = monotonic() + wanted["seconds"]
        self._ran = 0
        self._failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Select and order tests."""
        rank = {name: place for place, name in enumerate(self._limits)}
        items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Apply the time limit to a test."""
        signal.signal(signal.SIGALRM, _break_off)
        signal.setitimer(signal.ITIMER_REAL, self._limits[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Skip tests once the time is over."""
        if monotonic() > self._end:
            pytest.skip("no time is left")
        self._ran += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a module that cannot be imported."""
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and self._failed is None:
            self._failed = report.nodeid

    def pytest_sessionfinish(self) -> None:
        """Write the results."""
        self._file.write_text(json.dumps({"ran": self._ran, "failed": self._failed}), encoding="utf-8")


def _break_off(number: int, frame: FrameType | None) -> None:
    pytest.fail("takes too long")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare ``--chosen``."""
    parser.addoption("--chosen", metavar="FILE", type=Path, required=True)


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Chooser(config.getoption("--chosen")))
